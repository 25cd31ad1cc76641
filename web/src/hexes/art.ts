/** Pigments, stamps and silhouettes of the hex map, drawn in a hex of radius 30 around (0, 0). */

export interface Stone {
  fill: string
  edge: string
  light: string
  ink: string
  piece: string
  glyph: string
}

export const STONES: Record<string, Stone> = {
  desert: { fill: '#E2B955', edge: '#F3D98F', light: '#F0CF7C', ink: '#9A7420', piece: '#FFE08A', glyph: '#2B2118' },
  plains: { fill: '#A8764A', edge: '#C69A72', light: '#BC8C61', ink: '#6E4524', piece: '#E9BE93', glyph: '#2B2118' },
  swamp: { fill: '#4A4755', edge: '#6F6B7E', light: '#5C5869', ink: '#A9A5BA', piece: '#BDB7CF', glyph: '#F5F1FF' },
  lakes: { fill: '#3F7DB8', edge: '#74A8DA', light: '#5590C8', ink: '#BFE0FA', piece: '#A5D3FF', glyph: '#FFFFFF' },
  forest: { fill: '#5C9655', edge: '#86BB7E', light: '#70A868', ink: '#2C5A2A', piece: '#B4EAA5', glyph: '#10240E' },
  mountains: { fill: '#A3A7AB', edge: '#C9CCCF', light: '#B6BABD', ink: '#5C6166', piece: '#E6EAEE', glyph: '#1E2124' },
  wasteland: { fill: '#BE5240', edge: '#DD8373', light: '#CE6857', ink: '#7A2216', piece: '#FFB3A3', glyph: '#FFFFFF' },
}
export const RIVER = { fill: '#A9D3DB', ink: '#6FA9B5' }
export const RIVER_DARK = { fill: '#2C4A55', ink: '#4E7683' }
export const CULT_COLOURS: Record<string, [head: string, body: string]> = {
  fire: ['#B8452C', '#EBC7B5'],
  water: ['#33699F', '#C3D3DF'],
  earth: ['#76501F', '#DDCDB2'],
  air: ['#6A7580', '#DDDCD6'],
}

export function stone(terrain: string): Stone {
  return STONES[terrain] ?? STONES['plains']!
}

/** Lines drawn in the stone's ink, and shapes filled with its light. */
export const STAMPS: Record<string, { lines: string; fills?: string }> = {
  desert: { lines: 'M-19 8q7-7 15-1t13-3M-9 17q8-6 16 0M2-2q6-6 14-2M-17-6q6-5 11-1' },
  plains: { lines: 'M-16-8H-2M1-8H15M-13-4H8M-18 2H-6M-2 2H14M-14 6H4M7 6H17M-11 12H9M-7 16H5' },
  swamp: {
    lines:
      'M-13 8v-8M-13 8l-5-6M-13 8l5-6M12 12v-8M12 12l-5-6M12 12l5-6M2-6v-8M2-6l-5-6M2-6l5-6M-19 11h12M6 15h12M-4-3h12',
  },
  lakes: { lines: 'M-17-6q4-4 8 0t8 0M-3 4q4-4 8 0t8 0M-15 12q4-4 8 0t8 0M2-12q4-4 8 0' },
  forest: {
    lines: 'M-12 8v5M10 13v5M2-8v4M-12-6l-5 9h3l-4 6h12l-4-6h3zM10 0l-5 8h3l-4 6h12l-4-6h3zM2-18a5 5 0 1 0 .1 0',
  },
  mountains: {
    lines: 'M-19 14L-10-3L-4 5L4-12L19 14ZM-10-3L-8 4L-11 8M4-12L7-2L3 4L6 9',
    fills: 'M-19 14L-10-3L-4 5L4-12L19 14Z',
  },
  wasteland: { lines: 'M-16-8l6 3-2 7 7 4M12-14l-5 6 3 5-6 4M14 6l-6 2-2 7-6 3M-12 14l4-3' },
}

/** Silhouettes of the buildings, about 26 wide, their foot at y = 11. */
export const SHAPES: Record<string, string> = {
  dwelling: 'M-10 11V-2L0-11L10-2V11H3V4H-3V11Z',
  trading_house: 'M-14 11V-1L-7-9L0-2L7-9L14-1V11H9V5H4V11H-4V5H-9V11Z',
  temple: 'M-14 11V6H-11V-1A11 10 0 0 1 11-1V6H14V11ZM-6 6V1M0 6V1M6 6V1',
  stronghold: 'M-15 11V-10H-10V-6H-6V-10H-2V-6H2V-10H6V-6H10V-10H15V11H5V5A5 5 0 0 0-5 5V11Z',
  sanctuary:
    'M-16 11V6H-13V2A13 10 0 0 1-3-8V-11H0V-14H.1V-11H3V-8A13 10 0 0 1 13 2V6H16V11ZM-8 6V2M-3 6V1M3 6V1M8 6V2',
}

export const SIZE = 30
const WIDE = Math.sqrt(3) * SIZE

/** The middle of a cell. On a phone the map is turned by a quarter, glyphs stay upright. */
export function middle(row: number, column: number, turned: boolean): [number, number] {
  const x = (column + (row % 2) * 0.5 + 0.5) * WIDE
  const y = (row * 1.5 + 1) * SIZE
  return turned ? [14 * SIZE - y, x] : [x, y]
}

export function mapSize(turned: boolean): [number, number] {
  const [width, height] = [13 * WIDE, 14 * SIZE]
  return turned ? [height, width] : [width, height]
}

export function outline(radius: number, turned: boolean): string {
  return Array.from({ length: 6 }, (_, n) => {
    const angle = ((turned ? 0 : 30) + n * 60) * (Math.PI / 180)
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`
  }).join(' ')
}

export interface Outlines {
  full: string
  inner: string
  /** Inside the edge, where something may be done. */
  ring: string
  /** Outside the edge, round what is chosen. */
  around: string
}

/** The outlines that a cell is drawn with. */
export function outlinesOf(turned: boolean): Outlines {
  return {
    full: outline(SIZE + 0.4, turned),
    inner: outline(SIZE - 2.6, turned),
    ring: outline(SIZE - 3.5, turned),
    around: outline(SIZE + 1, turned),
  }
}
