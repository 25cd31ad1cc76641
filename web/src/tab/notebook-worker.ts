/** The worker of the notebook: the same Python and the same rules as the game's, and outlines of maps for pictures. */

import { lend, python } from './python'

export interface Output {
  kind: 'text' | 'svg' | 'error'
  data: string
}
export type ToNotebook = { kind: 'begin'; python: string } | { kind: 'run'; id: number; source: string }
export type FromNotebook = { kind: 'ready' } | { kind: 'failed' } | { kind: 'done'; id: number; outputs: Output[] }

/** `terrarium.tab.notebook.Notebook`. */
interface Notebook {
  run(source: string): string
}

const say = (message: FromNotebook): void => self.postMessage(message)
let notebook: Notebook | null = null

async function begin(folder: string): Promise<void> {
  const made = await python(folder)
  await lend(made, `${folder}pictures`)
  made.runPython('from terrarium.tab.notebook import Notebook\nnotebook = Notebook()')
  notebook = made.globals.get('notebook') as Notebook
  say({ kind: 'ready' })
}

self.onmessage = ({ data }: MessageEvent<ToNotebook>): void => {
  if (data.kind === 'run')
    say({ kind: 'done', id: data.id, outputs: JSON.parse(notebook!.run(data.source)) as Output[] })
  else
    begin(data.python).catch((error: unknown) => {
      console.error(error)
      say({ kind: 'failed' })
    })
}
