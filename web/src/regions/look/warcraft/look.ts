/** Small World of Warcraft: islands in a dark sea. */

import type { Pigment } from '../../map/palette'
import type { Look } from '../look'
import { LAND } from '../pigments'
import { paintSea } from './paint'
import './theme.css'

const ISLES: Record<string, Pigment> = {
  ...LAND,
  field: { fill: '#EBD489', ink: '#B39338', light: '#F4E4AE', stamp: 'farmland' },
  forest: { fill: '#6F9A5E', ink: '#26401F', light: '#8DB574', stamp: 'forest' },
  sea: { fill: '#3F8AA3', ink: '#1D5670', light: '#8CC7D3', stamp: 'water' },
  lake: { fill: '#6DB0BF', ink: '#2F6B7C', light: '#A9D8DE', stamp: 'water' },
}

const look: Look = {
  palette: { terrain: ISLES, border: '#2B2118', ground: '#1F4E63', dark: false },
  natives: { fill: '#17604f', edge: '#2b2118', stitch: '#8fd6b4', glyph: '#c9f3d8' },
  paintGround: paintSea,
  entries: true,
  signs: [{ id: 'entry' }, { id: 'murloc' }, { id: 'hidden' }, { id: 'magic' }, { id: 'cavern' }],
  art: {
    map: 'l1a',
    file: () => import('../../../../../src/terrarium/smallworld/warcraft/maps/l1a.json'),
    box: [120, 120, 620, 380],
    tokens: [
      [3, 3, 'naga', 2, false],
      [6, 0, 'tauren', 3, false],
      [8, 1, 'pandaren', 2, false],
    ],
  },
}

export default look
