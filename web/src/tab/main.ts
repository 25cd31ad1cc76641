/** The page of a folder of files: the same client, whose games a worker plays. The worker begins first: Python takes
 * longer to come than the page, and need not wait for it. */

import { takeNewest } from '../lib/newest'
import { TabHouse } from './house'

const python = document.querySelector<HTMLMetaElement>('meta[name=python]')!.content
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
const house = new TabHouse(worker, new URL(`${python}/`, document.baseURI).href, location.search)
import('./page').then(
  ({ open }) => open(house),
  () => takeNewest(),
)
