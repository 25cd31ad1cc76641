/** Small World: fields and forests by day. */

import type { Look } from '../look'
import { LAND, LOST_TRIBES, MONSTERS } from '../pigments'

const look: Look = {
  palette: { terrain: LAND, border: '#2B2118', ground: '#8FBFC8', dark: false },
  natives: LOST_TRIBES,
  guards: { glyph: 'monster', colours: MONSTERS },
  art: {
    map: '3p',
    file: () => import('../../../../../src/terrarium/smallworld/classic/maps/3p.json'),
    box: [150, 100, 520, 300],
    tokens: [
      [9, 0, 'orcs', 3, false],
      [8, 1, 'skeletons', 2, false],
      [15, 2, 'trolls', 4, false],
      [10, 0, 'ratmen', 1, true],
      [20, 1, 'amazons', 2, false],
      [13, 3, 'wizards', 2, false],
    ],
  },
}

export default look
