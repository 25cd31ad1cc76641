// What the bundle needs and does not keep in Git: glyphs in use, and fonts cut down to the words in use.
import { mkdir, readFile, readdir, writeFile, copyFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(web, '..', 'src', 'terrarium')
const made = join(web, 'src', 'generated')
const fontsource = join(web, 'node_modules', '@fontsource')

async function glyphs() {
  const wanted = JSON.parse(await readFile(join(web, 'icons.json'), 'utf8'))
  const all = JSON.parse(await readFile(join(web, 'node_modules/@iconify-json/game-icons/icons.json'), 'utf8'))
  for (const [set, names] of Object.entries(wanted)) {
    const out = {}
    for (const [id, glyph] of Object.entries(names)) {
      const body = (all.icons[glyph] ?? all.icons[all.aliases[glyph].parent]).body
      out[id] = [...body.matchAll(/ d="([^"]+)"/g)].map((found) => found[1]).join('')
    }
    await writeFile(join(made, `icons-${set}.json`), JSON.stringify(out))
  }
}

/** Every character of the words (and, for body text, of the rulebook) of one language. */
async function characters(language, withRules) {
  let text = '0123456789×−–—…·・•%?!+'
  const folder = join(source, 'words', language)
  for (const name of await readdir(folder)) text += await readFile(join(folder, name), 'utf8')
  if (withRules) {
    const rules = join(source, 'rules')
    for (const name of (await readdir(rules)).filter((name) => name.endsWith('.toml'))) {
      for (const line of (await readFile(join(rules, name), 'utf8')).split('\n')) {
        if (line.startsWith(language + ' ')) text += line
      }
    }
  }
  return [...new Set(text)]
    .filter((char) => char.codePointAt(0) > 0x2000)
    .sort()
    .join('')
}

async function subset(family, file, weight, text, css) {
  const cut = await subsetFont(await readFile(file), text, { targetFormat: 'woff2' })
  const name = `${family.toLowerCase().replaceAll(' ', '-')}-${weight}.woff2`
  await writeFile(join(made, 'fonts', name), cut)
  css.push(
    `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url('./fonts/${name}') format('woff2')}`,
  )
}

/** The full family in slices, for what people write themselves: names and chat. */
async function slices(folder, css) {
  const sheet = await readFile(join(fontsource, folder, '400.css'), 'utf8')
  for (const block of sheet.split('@font-face').slice(1)) {
    const file = /files\/([^)"']+\.woff2)/.exec(block)?.[1]
    const range = /unicode-range:\s*([^;]+);/.exec(block)?.[1]
    const family = /font-family:\s*'([^']+)'/.exec(block)?.[1]
    if (!file || !range || !existsSync(join(fontsource, folder, 'files', file))) continue
    await copyFile(join(fontsource, folder, 'files', file), join(made, 'fonts', file))
    css.push(
      `@font-face{font-family:'${family}';font-display:swap;src:url('./fonts/${file}') format('woff2');unicode-range:${range}}`,
    )
  }
}

async function fonts() {
  const latin = []
  for (const [folder, weights] of [
    ['almendra', ['700-normal']],
    ['alegreya-sans', ['400-normal', '700-normal', '800-normal']],
    ['alegreya', ['400-normal', '400-italic']],
  ]) {
    for (const cut of weights) {
      const name = `${folder}-latin-${cut}.woff2`
      await copyFile(join(fontsource, folder, 'files', name), join(made, 'fonts', name))
      const [weight, style] = cut.split('-')
      const family = folder
        .split('-')
        .map((word) => word[0].toUpperCase() + word.slice(1))
        .join(' ')
      latin.push(
        `@font-face{font-family:'${family}';font-weight:${weight};font-style:${style};font-display:swap;src:url('./fonts/${name}') format('woff2');unicode-range:U+0000-024F,U+2000-206F,U+20AC,U+2190-2193,U+2212,U+2215}`,
      )
    }
  }
  // The languages' own names are readable in every language.
  await subset(
    'Terrarium Names TC',
    join(fontsource, 'noto-sans-tc/files/noto-sans-tc-chinese-traditional-700-normal.woff2'),
    700,
    '繁體中文',
    latin,
  )
  await subset(
    'Terrarium Names SC',
    join(fontsource, 'noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff2'),
    700,
    '简体中文',
    latin,
  )
  await writeFile(join(made, 'fonts-en.css'), latin.join('\n'))
  for (const [language, sans, display, script] of [
    ['zh-Hant', 'noto-sans-tc', 'lxgw-wenkai-tc', 'chinese-traditional'],
    ['zh-Hans', 'noto-sans-sc', 'noto-serif-sc', 'chinese-simplified'],
  ]) {
    const css = []
    const body = await characters(language, true)
    const tag = language === 'zh-Hant' ? 'TC' : 'SC'
    for (const weight of [400, 700]) {
      await subset(
        `Terrarium ${tag}`,
        join(fontsource, sans, 'files', `${sans}-${script}-${weight}-normal.woff2`),
        weight,
        body,
        css,
      )
    }
    await subset(
      `Terrarium Display ${tag}`,
      join(fontsource, display, 'files', `${display}-${script}-700-normal.woff2`),
      700,
      await characters(language, false),
      css,
    )
    await slices(sans, css)
    await writeFile(join(made, `fonts-${language}.css`), css.join('\n'))
  }
}

await rm(made, { recursive: true, force: true })
await mkdir(join(made, 'fonts'), { recursive: true })
await glyphs()
await fonts()
