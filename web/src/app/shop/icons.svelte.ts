/** What the icons of the palette are called in the reader's language: words that no other page needs. */

import { i18n } from '../../lib/i18n.svelte'

const files = import.meta.glob<Record<string, string>>('../../../../src/terrarium/words/*/icons.json', {
  import: 'default',
})

class IconNames {
  private names = $state.raw<Record<string, string>>({})

  async load(lang: string): Promise<void> {
    const found = await files[`../../../../src/terrarium/words/${lang}/icons.json`]?.()
    if (found && lang === i18n.lang) this.names = found
  }

  /** The glyph's own name where it has none in words. */
  of(icon: string): string {
    return this.names[`icon.${icon}`] ?? icon.replaceAll('-', ' ')
  }
}

export const iconNames = new IconNames()
