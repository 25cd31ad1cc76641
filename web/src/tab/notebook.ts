/** A notebook without a server: the cells of `notebook.ipynb` beside this page, which can be changed and run. Python
 * lives in a worker; to stop a cell that takes too long is to begin anew. */

import './notebook.css'
import type { FromNotebook, Output, ToNotebook } from './notebook-worker'

interface Cell {
  cell_type: 'markdown' | 'code'
  source: string[]
}
interface Code {
  frame: HTMLElement
  source: HTMLTextAreaElement
  run: HTMLButtonElement
  out: HTMLElement
}

const main = document.getElementById('notebook')!
const folder = new URL(`${document.querySelector<HTMLMetaElement>('meta[name=python]')!.content}/`, document.baseURI)
const codes: Code[] = []
const waiting = new Map<number, (outputs: Output[]) => void>()
const told = made('span', '')
told.setAttribute('role', 'status')
let next = 1
let worker: Worker

function made<K extends keyof HTMLElementTagNameMap>(name: K, text: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

function button(text: string, does: () => void): HTMLButtonElement {
  const element = made('button', text)
  element.type = 'button'
  element.addEventListener('click', does)
  return element
}

/** A Python that knows nothing of the one before. */
function begin(): void {
  worker?.terminate()
  waiting.clear()
  stand('loading', 'Python is being loaded…')
  for (const { frame, out } of codes) {
    out.replaceChildren()
    delete frame.dataset.state
  }
  worker = new Worker(new URL('./notebook-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<FromNotebook>) => {
    if (data.kind === 'ready') stand('ready', 'Ready.')
    else if (data.kind === 'failed') failed()
    else {
      waiting.get(data.id)?.(data.outputs)
      waiting.delete(data.id)
    }
  }
  worker.onerror = failed
  tell({ kind: 'begin', python: folder.href })
}

const tell = (message: ToNotebook): void => worker.postMessage(message)
const failed = (): void => stand('failed', 'Python could not be loaded.')

function stand(state: string, text: string): void {
  main.dataset.state = state
  told.textContent = text
  for (const element of main.querySelectorAll<HTMLButtonElement>('[data-run]')) element.disabled = state !== 'ready'
}

/** Run a cell; false where it ended with an error. */
async function run(code: Code): Promise<boolean> {
  const id = next++
  code.frame.dataset.state = 'runs'
  code.out.replaceChildren()
  const outputs = await new Promise<Output[]>((done) => {
    waiting.set(id, done)
    tell({ kind: 'run', id, source: code.source.value })
  })
  code.out.replaceChildren(...outputs.map(shown))
  const fine = outputs.every(({ kind }) => kind !== 'error')
  code.frame.dataset.state = fine ? 'done' : 'error'
  return fine
}

async function runAll(): Promise<void> {
  for (const code of codes) if (!(await run(code))) return
}

function shown({ kind, data }: Output): HTMLElement {
  if (kind === 'svg') {
    const picture = made('img', '')
    picture.alt = 'The position, drawn'
    picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(data)}`
    return picture
  }
  const text = made('pre', data.trimEnd())
  text.className = kind
  return text
}

/** Headings, paragraphs and `code`: what our cells use of Markdown. */
function prose(source: string): HTMLElement {
  const frame = made('div', '')
  for (const part of source.split(/\n{2,}/)) {
    const [, level, heading] = /^(#{1,3}) (.*)$/.exec(part) ?? []
    const element = level ? made(`h${level.length}` as 'h1', '') : made('p', '')
    for (const [place, piece] of (heading ?? part).split('`').entries())
      element.append(place % 2 ? made('code', piece) : piece)
    frame.append(element)
  }
  return frame
}

function coded(source: string): HTMLElement {
  const frame = made('section', '')
  const code: Code = {
    frame,
    source: made('textarea', ''),
    run: button('Run', () => void run(code)),
    out: made('div', ''),
  }
  frame.className = 'cell'
  code.source.value = source
  code.source.rows = source.split('\n').length
  code.source.spellcheck = false
  code.source.setAttribute('aria-label', `Cell ${codes.length + 1}`)
  code.source.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.shiftKey) return
    event.preventDefault()
    if (main.dataset.state === 'ready') void run(code)
  })
  code.run.dataset.run = ''
  code.out.className = 'out'
  frame.append(code.source, code.run, code.out)
  codes.push(code)
  return frame
}

async function open(): Promise<void> {
  const book = (await (await fetch(new URL('notebook.ipynb', document.baseURI))).json()) as { cells: Cell[] }
  const tools = made('div', '')
  tools.className = 'tools'
  const all = button('Run all', () => void runAll())
  all.dataset.run = 'all'
  const file = made('a', 'The notebook as a file')
  file.href = 'notebook.ipynb'
  file.download = 'terrarium.ipynb'
  tools.append(all, button('Begin anew', begin), told, file)
  main.append(tools)
  for (const { cell_type, source } of book.cells)
    main.append(cell_type === 'code' ? coded(source.join('')) : prose(source.join('')))
  begin()
}

void open()
