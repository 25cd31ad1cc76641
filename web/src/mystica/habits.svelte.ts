/** What this device remembers about playing Terra Mystica. */

const KEY = 'terrarium.mystica.warn'

class Habits {
  warn = $state(localStorage.getItem(KEY) !== '0')

  setWarn(on: boolean): void {
    this.warn = on
    localStorage.setItem(KEY, on ? '1' : '0')
  }
}

export const habits = new Habits()
