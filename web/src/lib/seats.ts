/** How players are told apart: pigments and silhouettes. */

export interface SeatStyle {
  colour: string
  dark: string
  glyph: string
  shape: 'shield' | 'roundel' | 'hexagon' | 'square' | 'lozenge'
}

export const SEATS: readonly SeatStyle[] = [
  { colour: '#C5341F', dark: '#7A1A0D', glyph: '#FFF3DC', shape: 'shield' },
  { colour: '#3F68CB', dark: '#1E3A82', glyph: '#FFF3DC', shape: 'roundel' },
  { colour: '#EDBB2C', dark: '#8A6407', glyph: '#2B2118', shape: 'hexagon' },
  { colour: '#2AA596', dark: '#0F5F55', glyph: '#14231F', shape: 'square' },
  { colour: '#3E1546', dark: '#1B0620', glyph: '#F1DDF6', shape: 'lozenge' },
]

/** Aubergine is lost on dark ground: there it is mixed with white, and its glyph is dark. */
const ON_DARK: Partial<Record<number, SeatStyle>> = {
  4: { colour: '#A967BB', dark: '#5B2A69', glyph: '#1B0620', shape: 'lozenge' },
}

/** A seat's pigments; `deep` where the ground below is dark. */
export function seatStyle(seat: number, deep = false): SeatStyle {
  return (deep ? ON_DARK[seat] : undefined) ?? SEATS[seat] ?? SEATS[0]!
}

/** Silhouettes around (0, 0) with radius about 1. */
export const SILHOUETTES: Record<SeatStyle['shape'], string> = {
  shield: 'M-.92-.86C-.3-.78.3-.78.92-.86L.9.02C.86.56.42.92 0 1.1C-.42.92-.86.56-.9.02Z',
  roundel: 'M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z',
  hexagon: 'M-.56-.94L.56-.94L1.1 0L.56.94L-.56.94L-1.1 0Z',
  square: 'M-.72-.92L.72-.92Q.92-.92.92-.72L.92.72Q.92.92.72.92L-.72.92Q-.92.92-.92.72L-.92-.72Q-.92-.92-.72-.92Z',
  lozenge: 'M0-1.18L1.14 0L0 1.18L-1.14 0Z',
}
