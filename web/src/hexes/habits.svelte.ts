/** What this device remembers about playing Terra Mystica. */

const WARN = 'terrarium.mystica.warn'

class Habits {
  warn = $state(localStorage.getItem(WARN) !== '0')

  setWarn(on: boolean): void {
    this.warn = on
    localStorage.setItem(WARN, on ? '1' : '0')
  }
}

export const habits = new Habits()
