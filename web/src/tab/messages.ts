/** What the page and its worker say to each other. */

export type ToWorker =
  | { kind: 'begin'; python: string; wishes: string }
  | { kind: 'ask'; id: number; method: string; path: string; body: string }
  | { kind: 'flow'; id: number; path: string; body: string }
  | { kind: 'stop'; id: number }
  | { kind: 'open'; id: number; game: string; query: string }
  | { kind: 'say'; id: number; text: string }
  | { kind: 'close'; id: number }

export type FromWorker =
  | { kind: 'answer'; id: number; status: number; text: string }
  /** A part of an answer that comes in parts; an empty one is the end. */
  | { kind: 'part'; id: number; text: string }
  | { kind: 'heard'; id: number; text: string }
  | { kind: 'closed'; id: number }
  /** This one was not answered; the next one may be. */
  | { kind: 'broken'; id: number }
  /** The rules could not be loaded. */
  | { kind: 'failed' }
  /** The games of this browser are played in another tab from now on. */
  | { kind: 'taken' }
  /** The browser did not keep what changed. */
  | { kind: 'unkept' }
  /** It keeps them again. */
  | { kind: 'kept' }
