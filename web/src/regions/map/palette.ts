/** Pigments of the maps. */

export interface Pigment {
  fill: string
  /** Lines and shadows of the stamps. */
  ink: string
  /** Lit side of the stamps. */
  light: string
  stamp:
    | 'forest'
    | 'hill'
    | 'farmland'
    | 'mountain'
    | 'swamp'
    | 'water'
    | 'mushroom'
    | 'crystal'
    | 'mine'
    | 'mud'
    | 'chasm'
    | 'none'
}

export interface Palette {
  terrain: Record<string, Pigment>
  border: string
  ground: string
  dark: boolean
}
