/** The address of the page that is shown, and going to another one. */

class Address {
  path = $state(location.pathname)
  query = $state(location.search)
  hash = $state(location.hash)

  param(name: string): string | null {
    return new URLSearchParams(this.query).get(name)
  }

  go(place: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', place)
    this.read()
    if (!replace) scrollTo(0, 0)
  }

  read(): void {
    this.path = location.pathname
    this.query = location.search
    this.hash = location.hash
  }
}

export const address = new Address()
