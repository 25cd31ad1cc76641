/** What whoever plays must know of where games are played; a house says it (`lib/house.ts`). */

class Trouble {
  /** `taken`: games go on in another tab; `unkept`: what is played here is not kept. */
  kind = $state<'' | 'taken' | 'unkept'>('')
}

export const trouble = new Trouble()
