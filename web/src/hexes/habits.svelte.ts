/** What this device remembers about playing Terra Mystica. */

const WARN = 'terrarium.mystica.warn'
const GUIDED = 'terrarium.mystica.guided'

class Habits {
  warn = $state(localStorage.getItem(WARN) !== '0')
  /** The guide has been read or skipped. */
  guided = $state(localStorage.getItem(GUIDED) === '1')

  setWarn(on: boolean): void {
    this.warn = on
    localStorage.setItem(WARN, on ? '1' : '0')
  }

  setGuided(done: boolean): void {
    this.guided = done
    localStorage.setItem(GUIDED, done ? '1' : '0')
  }
}

export const habits = new Habits()
