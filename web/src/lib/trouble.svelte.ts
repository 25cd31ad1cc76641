/** What whoever plays must know of where games are played; a house says it (`lib/house.ts`). */

class Trouble {
  /** `taken`: games go on in another tab; `unkept`: what is played here is not kept; `unloaded`: the rules did not come
   * whole; `unable`: this browser cannot run them. */
  kind = $state<'' | 'taken' | 'unkept' | 'unloaded' | 'unable'>('')
}

export const trouble = new Trouble()
