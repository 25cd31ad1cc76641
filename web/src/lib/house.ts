/** Where games are played: on a server, or in this tab (`server.ts` and `tab/house.ts`). The client asks, and keeps
 * a line to the table it shows; it does not ask which of the two it speaks to, but what is offered there. */

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
  /** Its ears are told soon after, as when somebody else closes it. */
  close(): void
}

/** The other kind of house: a server may give out the tab, and a tab may know a server. */
export interface Elsewhere {
  kind: 'tab' | 'server'
  /** What the addresses of its places begin with; empty where somebody has to name it. */
  root: string
}

/** What a house has beside its games: what it has not is offered nowhere. */
export interface Offers {
  /** People elsewhere: they come by a link or from a list, and are asked, waited for and talked to. Where there are
   * none, everybody who plays sits at this device. */
  others: boolean
  clocks: boolean
  accounts: boolean
  ratings: boolean
  studies: boolean
  /** The record of a game that still runs. */
  unfinished: boolean
  /** Games that have ended may be deleted. */
  forgetting: boolean
}

/** A game that can go on while nobody answers. */
export interface Boat {
  game: string
  title: string
  /** When its position was noted, in milliseconds. */
  at: number
  /** Where it goes on. */
  href: string
}

export interface House {
  readonly offers: Offers
  /** The answer to one request; rejected where nobody answers. `token` shows that this page asks. */
  ask(method: string, path: string, body: string | null, token: string): Promise<Answer>
  /** The answer to something that takes its time; `signal` ends it. */
  flow(path: string, body: string, token: string, signal: AbortSignal): Promise<Flow>
  /** A line to a table; `query` says where to begin and in which language. */
  line(game: string, query: string, ears: Ears): Line
  /** Where else a game can go on; null where nowhere. */
  elsewhere(): Promise<Elsewhere | null>
  /** Note the position of a game in which only bots play along, for when nobody answers here; of one that has ended
   * (`goesOn`) nothing is kept any more. */
  prepare(game: string, goesOn: boolean): Promise<void>
  /** The games that can go on while nobody answers here, the latest first. */
  lifeboats(): Promise<Boat[]>
}
