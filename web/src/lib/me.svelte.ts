/** Who I am to the server. Opened once; kept in step with the chosen language. */

import { Away, changeSession, openBy, openSession, type Session } from './api'
import { prefs } from './prefs.svelte'

class Me {
  session = $state.raw<Session | null>(null)
  away = $state(false)
  private opening: Promise<Session | null> | null = null

  open(guest: string): Promise<Session | null> {
    openBy(() => this.open(guest))
    this.opening ??= this.start(guest)
    return this.opening
  }

  private async start(guest: string): Promise<Session | null> {
    try {
      this.session = await openSession(guest, prefs.lang)
      this.away = false
      return this.session
    } catch (error) {
      this.opening = null
      if (error instanceof Away) this.away = true
      return null
    }
  }

  async rename(name: string): Promise<void> {
    this.session = await changeSession({ name })
  }

  async speak(lang: string): Promise<void> {
    if (this.session && this.session.lang !== lang) this.session = await changeSession({ lang })
  }
}

export const me = new Me()
