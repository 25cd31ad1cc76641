/** The address of the page that is shown, and going to another one. A folder of files has one address alone: there
 * the place follows its `#`. */

class Address {
  path = $state(location.pathname)
  query = $state(location.search)
  hash = $state(location.hash)
  private root = ''

  /** From now on places follow the `#` of this page. */
  behindHash(): void {
    this.root = `${location.pathname}#`
    this.read()
  }

  /** A link that leads to a place from elsewhere. */
  link(place: string): string {
    return location.origin + this.root + place
  }

  param(name: string): string | null {
    return new URLSearchParams(this.query).get(name)
  }

  go(place: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', this.root + place)
    this.read()
    if (!replace) scrollTo(0, 0)
  }

  read(): void {
    const place = this.root ? new URL(location.hash.slice(1) || '/', location.origin) : location
    this.path = place.pathname
    this.query = place.search
    this.hash = place.hash
  }
}

export const address = new Address()

/** The address of a file that lies beside the page. */
export const fileOf = (name: string): string => import.meta.env.BASE_URL + name
