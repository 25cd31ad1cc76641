/** What a person has chosen on this device: language, theme, sound, notifications, pace. Kept in local storage. */

import { languageOf, wished } from './languages'

export type Theme = 'light' | 'dark'
/** How the moves of others are shown: one after another, or all at once. */
export type Pace = 'calm' | 'now'

function stored(key: string): string | null {
  try {
    return localStorage.getItem(`terrarium.${key}`)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`terrarium.${key}`, value)
  } catch {
    // A browser that keeps nothing still plays; the choice then lasts as long as the page.
  }
}

function firstLanguage(): string {
  const kept = stored('lang')
  return kept && languageOf(kept).tag === kept ? kept : wished(navigator.languages ?? [])
}

class Prefs {
  lang = $state(firstLanguage())
  theme = $state<Theme>(
    (stored('theme') as Theme | null) ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
  )
  volume = $state(Number(stored('volume') ?? '0'))
  /** How loud it was before somebody asked for silence; 0 where nothing was to be heard. */
  private before = $state(0)
  /** Is there anything to silence or to bring back? */
  sounding = $derived(this.volume > 0 || this.before > 0)
  notify = $state(stored('notify') === '1')
  pace = $state<Pace>(stored('pace') === 'now' ? 'now' : 'calm')

  setLang(lang: string): void {
    this.lang = lang
    store('lang', lang)
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    store('theme', theme)
  }

  setVolume(volume: number): void {
    this.volume = volume
    store('volume', String(volume))
  }

  /** Silence by one click, and back as loud as it was by the next. */
  hush(): void {
    const { volume, before } = this
    this.before = volume
    this.setVolume(volume > 0 ? 0 : before)
  }

  setNotify(on: boolean): void {
    this.notify = on
    store('notify', on ? '1' : '0')
  }

  setPace(pace: Pace): void {
    this.pace = pace
    store('pace', pace)
  }
}

export const prefs = new Prefs()

export function stillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
