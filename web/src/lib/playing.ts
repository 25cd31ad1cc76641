/** The house in which this page plays: a server's, unless the page says otherwise before anything is asked. */

import type { House } from './house'
import { server } from './server'

let chosen: House = server

export function playAt(house: House): void {
  chosen = house
}

export const house = (): House => chosen
