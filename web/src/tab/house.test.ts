import { beforeEach, describe, expect, it } from 'vitest'
import type { Flow, Line } from '../lib/house'
import { trouble } from '../lib/trouble.svelte'
import { TabHouse } from './house'
import type { FromWorker, ToWorker } from './messages'

/** A worker that says what it is told to say. */
class Mouth {
  onmessage: ((message: { data: FromWorker }) => void) | null = null
  onerror: (() => void) | null = null
  readonly told: ToWorker[] = []
  postMessage(message: ToWorker): void {
    this.told.push(message)
  }
  say(kind: 'kept' | 'unkept' | 'taken' | 'failed'): void {
    this.answer({ kind })
  }
  answer(data: FromWorker): void {
    this.onmessage?.({ data })
  }
}

let mouth: Mouth
let house: TabHouse
beforeEach(() => {
  trouble.kind = ''
  mouth = new Mouth()
  house = new TabHouse(mouth as unknown as Worker, '', '')
})

describe('what a tab tells of its troubles', () => {
  it('says that nothing is kept until it is', () => {
    mouth.say('unkept')
    expect(trouble.kind).toBe('unkept')
    mouth.say('kept')
    expect(trouble.kind).toBe('')
  })

  it.each([
    ['taken', 'taken'],
    ['failed', 'unloaded'],
  ] as const)('keeps the greater trouble: %s', (said, kind) => {
    mouth.say('unkept')
    mouth.say(said)
    mouth.say('unkept')
    expect(trouble.kind).toBe(kind)
    mouth.say('kept')
    expect(trouble.kind).toBe(kind)
  })
})

describe('what takes its time in a tab', () => {
  const begun = (): [AbortController, Promise<Flow>, number] => {
    const stopping = new AbortController()
    const flow = house.flow('/workshop/lab', '{}', '', stopping.signal)
    const { id } = mouth.told.at(-1) as { id: number }
    return [stopping, flow, id]
  }
  const all = async (flow: Flow): Promise<string> => {
    let text = ''
    for await (const part of flow.parts) text += part
    return text
  }

  it('comes in parts until the last', async () => {
    const [, flow, id] = begun()
    mouth.answer({ kind: 'answer', id, status: 200, text: '' })
    const read = flow.then(all)
    for (const text of ['one ', 'two', '']) mouth.answer({ kind: 'part', id, text })
    expect(await read).toBe('one two')
  })

  it('ends when it is stopped, and the worker hears of it', async () => {
    const [stopping, flow, id] = begun()
    mouth.answer({ kind: 'answer', id, status: 200, text: '' })
    const read = flow.then(all)
    await flow
    mouth.answer({ kind: 'part', id, text: 'one' })
    stopping.abort()
    mouth.answer({ kind: 'part', id, text: 'two' })
    expect(await read).toBe('one')
    expect(mouth.told.at(-1)).toEqual({ kind: 'stop', id })
  })

  it('is stopped before it is answered, too', async () => {
    const [stopping, flow, id] = begun()
    stopping.abort()
    await expect(flow).rejects.toBe(stopping.signal.reason)
    expect(mouth.told.at(-1)).toEqual({ kind: 'stop', id })
    mouth.answer({ kind: 'answer', id, status: 200, text: '' })
  })

  it('is not begun where it was stopped already', async () => {
    const [before, late] = [mouth.told.length, AbortSignal.abort()]
    await expect(house.flow('/workshop/lab', '{}', '', late)).rejects.toBe(late.reason)
    expect(mouth.told).toHaveLength(before)
  })

  it('is refused with its sentence', async () => {
    const [, flow, id] = begun()
    mouth.answer({ kind: 'answer', id, status: 422, text: '{"error":{}}' })
    expect((await flow).status).toBe(422)
    expect(await flow.then(all)).toBe('{"error":{}}')
  })

  it('ends where nobody answers any more', async () => {
    const [, flow, id] = begun()
    mouth.answer({ kind: 'answer', id, status: 200, text: '' })
    const read = flow.then(all)
    await flow
    mouth.answer({ kind: 'part', id, text: 'one' })
    mouth.say('taken')
    expect(await read).toBe('one')
  })
})

describe('a line in a tab', () => {
  const opened = (): [Line, string[], number] => {
    const heard: string[] = []
    const ears = { heard: (text: string) => heard.push(text), closed: () => heard.push('closed') }
    const line = house.line('aaaaaaaaaaaaaa', '', ears)
    return [line, heard, (mouth.told.at(-1) as { id: number }).id]
  }

  it('is told once that it was closed, whoever closed it', async () => {
    const [line, heard, id] = opened()
    mouth.answer({ kind: 'heard', id, text: 'one' })
    line.close()
    line.close()
    mouth.answer({ kind: 'heard', id, text: 'two' })
    await Promise.resolve()
    expect(heard).toEqual(['one', 'closed'])
    expect(mouth.told.filter(({ kind }) => kind === 'close')).toEqual([{ kind: 'close', id }])
  })

  it('is told that there is no such table', async () => {
    const [line, heard, id] = opened()
    mouth.answer({ kind: 'closed', id })
    line.close()
    await Promise.resolve()
    expect(heard).toEqual(['closed'])
  })
})
