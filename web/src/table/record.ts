/** The record of a game as a file: it is read back wherever games are played. */

import { read } from '../lib/api'

export async function takeAlong(id: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([await read(`/games/${id}/record`)], { type: 'text/plain' }))
  link.download = `terrarium-${id}.txt`
  link.click()
  URL.revokeObjectURL(link.href)
}
