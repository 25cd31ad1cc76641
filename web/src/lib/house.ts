/** Where games are played: on a server, or in this very tab. The client asks, and keeps a line to the table it shows;
 * it cannot tell which of the two it speaks to. (`server.ts` and `tab/house.ts` are the two.) */

export interface Answer {
  status: number
  /** JSON, or the plain text of a record. */
  text: string
}

/** An answer that comes in parts, as they are made. */
export interface Flow {
  status: number
  parts: AsyncIterable<string>
}

/** What comes over a line. */
export interface Ears {
  heard(text: string): void
  closed(): void
}

/** An open line to one table. */
export interface Line {
  send(text: string): void
  close(): void
}

/** The other kind of house: a server may give out the tab, and a tab may know a server. */
export interface Elsewhere {
  kind: 'tab' | 'server'
  /** What the addresses of its places begin with; empty where somebody has to name it. */
  root: string
}

export interface House {
  /** Everybody who plays sits at this device: nobody comes by a link, from a list or for a clock. */
  readonly device: boolean
  /** The answer to one request; rejected where nobody answers. `token` shows that this page asks. */
  ask(method: string, path: string, body: string | null, token: string): Promise<Answer>
  /** The answer to something that takes its time; `signal` ends it. */
  flow(path: string, body: string, token: string, signal: AbortSignal): Promise<Flow>
  /** A line to a table; `query` says where to begin and in which language. */
  line(game: string, query: string, ears: Ears): Line
  /** Where else a game can go on; null where nowhere. */
  elsewhere(): Promise<Elsewhere | null>
  /** Note the position of a game in which only bots play along, for when nobody answers here. */
  prepare(game: string): Promise<void>
  /** The address at which a game goes on while nobody answers here; null where nowhere. */
  lifeboat(game: string): Promise<string | null>
}
