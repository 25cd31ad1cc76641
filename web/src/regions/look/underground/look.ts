/** Small World Underground: caverns lit by crystals. */

import type { Pigment } from '../../map/palette'
import type { Look } from '../look'
import { MONSTERS } from '../pigments'
import { paintCavern } from './paint'
import './theme.css'

const DEEP: Record<string, Pigment> = {
  river: { fill: '#1C6E86', ink: '#0D4253', light: '#49B4C9', stamp: 'water' },
  mushroom: { fill: '#6E3350', ink: '#3C1529', light: '#E79BC0', stamp: 'mushroom' },
  crystal: { fill: '#46408A', ink: '#221D52', light: '#A9A4F0', stamp: 'crystal' },
  mine: { fill: '#735522', ink: '#3B2A0D', light: '#E2B765', stamp: 'mine' },
  mud: { fill: '#5A4130', ink: '#2C1E14', light: '#A98468', stamp: 'mud' },
  mountain: { fill: '#3B3A46', ink: '#16151C', light: '#7B7A8C', stamp: 'mountain' },
  chasm: { fill: '#07060B', ink: '#000000', light: '#2A2338', stamp: 'chasm' },
}

const look: Look = {
  palette: { terrain: DEEP, border: '#0B0910', ground: '#07060B', dark: true },
  natives: MONSTERS,
  paintRegion: paintCavern,
  signs: [
    { id: 'monster' },
    { id: 'hidden' },
    { id: 'mountain', icon: 'black_mountain' },
    { id: 'river' },
    { id: 'chasm' },
    { id: 'volcano' },
  ],
  maps: import.meta.glob('../../../../../src/terrarium/smallworld/underground/maps/*.json', { import: 'default' }),
  art: {
    map: '3p',
    file: () => import('../../../../../src/terrarium/smallworld/underground/maps/3p.json'),
    box: [150, 60, 520, 300],
    tokens: [
      [8, 3, 'shrooms', 3, false],
      [9, 1, 'drow', 4, false],
      [15, 4, 'spiderines', 2, false],
      [5, 0, 'flames', 2, false],
    ],
  },
}

export default look
