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

const LAND: Record<string, Pigment> = {
  sea: { fill: '#8FBFC8', ink: '#4F8894', light: '#CFE6E6', stamp: 'water' },
  lake: { fill: '#A5D0D2', ink: '#5A97A0', light: '#DDF0EE', stamp: 'water' },
  forest: { fill: '#7E9C62', ink: '#33492A', light: '#94B277', stamp: 'forest' },
  hill: { fill: '#C9B46B', ink: '#7A6427', light: '#DCCB8C', stamp: 'hill' },
  farmland: { fill: '#EBD489', ink: '#B39338', light: '#F4E4AE', stamp: 'farmland' },
  mountain: { fill: '#B9AC9C', ink: '#4C4138', light: '#EFE8DC', stamp: 'mountain' },
  swamp: { fill: '#A9AE79', ink: '#4A5230', light: '#C2C795', stamp: 'swamp' },
}

const DEEP: Record<string, Pigment> = {
  river: { fill: '#1C6E86', ink: '#0D4253', light: '#49B4C9', stamp: 'water' },
  mushroom: { fill: '#6E3350', ink: '#3C1529', light: '#E79BC0', stamp: 'mushroom' },
  crystal: { fill: '#46408A', ink: '#221D52', light: '#A9A4F0', stamp: 'crystal' },
  mine: { fill: '#735522', ink: '#3B2A0D', light: '#E2B765', stamp: 'mine' },
  mud: { fill: '#5A4130', ink: '#2C1E14', light: '#A98468', stamp: 'mud' },
  mountain: { fill: '#3B3A46', ink: '#16151C', light: '#7B7A8C', stamp: 'mountain' },
  chasm: { fill: '#07060B', ink: '#000000', light: '#2A2338', stamp: 'chasm' },
}

const ISLES: Record<string, Pigment> = {
  ...LAND,
  field: { fill: '#EBD489', ink: '#B39338', light: '#F4E4AE', stamp: 'farmland' },
  forest: { fill: '#6F9A5E', ink: '#26401F', light: '#8DB574', stamp: 'forest' },
  sea: { fill: '#3F8AA3', ink: '#1D5670', light: '#8CC7D3', stamp: 'water' },
  lake: { fill: '#6DB0BF', ink: '#2F6B7C', light: '#A9D8DE', stamp: 'water' },
}

export interface Palette {
  terrain: Record<string, Pigment>
  border: string
  ground: string
  dark: boolean
}

export const PALETTES: Record<string, Palette> = {
  'small-world': { terrain: LAND, border: '#2B2118', ground: '#8FBFC8', dark: false },
  warcraft: { terrain: ISLES, border: '#2B2118', ground: '#1F4E63', dark: false },
  underground: { terrain: DEEP, border: '#0B0910', ground: '#07060B', dark: true },
}

export function paletteOf(title: string): Palette {
  return PALETTES[title] ?? PALETTES['small-world']!
}
