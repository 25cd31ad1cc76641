/** What the page and its worker say to each other. */

export type ToWorker =
  | { kind: 'begin'; python: string; wishes: string }
  | { kind: 'ask'; id: number; method: string; path: string; body: string }
  | { kind: 'open'; id: number; game: string; query: string }
  | { kind: 'say'; id: number; text: string }
  | { kind: 'close'; id: number }

export type FromWorker =
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'heard'; id: number; text: string }
  | { kind: 'closed'; id: number }
  | { kind: 'failed' }
