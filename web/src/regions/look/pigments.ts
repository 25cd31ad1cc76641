/** Pigments that several titles share. */

import type { Pigment } from '../map/palette'
import type { Natives } from './look'

/** Land under the sky. */
export const LAND: Record<string, Pigment> = {
  sea: { fill: '#8FBFC8', ink: '#4F8894', light: '#CFE6E6', stamp: 'water' },
  lake: { fill: '#A5D0D2', ink: '#5A97A0', light: '#DDF0EE', stamp: 'water' },
  forest: { fill: '#7E9C62', ink: '#33492A', light: '#94B277', stamp: 'forest' },
  hill: { fill: '#C9B46B', ink: '#7A6427', light: '#DCCB8C', stamp: 'hill' },
  farmland: { fill: '#EBD489', ink: '#B39338', light: '#F4E4AE', stamp: 'farmland' },
  mountain: { fill: '#B9AC9C', ink: '#4C4138', light: '#EFE8DC', stamp: 'mountain' },
  swamp: { fill: '#A9AE79', ink: '#4A5230', light: '#C2C795', stamp: 'swamp' },
}

export const LOST_TRIBES: Natives = { fill: '#7b6f60', edge: '#2b2118', stitch: '#efe5cd', glyph: '#f6ecd6' }
/** Monsters below the ground. */
export const MONSTERS: Natives = { fill: '#3b1226', edge: '#0b0910', stitch: '#e2729f', glyph: '#ff9ec4' }
