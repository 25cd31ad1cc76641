// What the bundle needs and does not keep in Git: the records of titles and languages, glyphs in use, and fonts cut
// down to the words in use.
import { mkdir, readFile, readdir, writeFile, copyFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Blob, Face } from 'harfbuzzjs'
import { parse } from 'smol-toml'
import subsetFont from 'subset-font'
import { lining } from './figures.mjs'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(web, '..', 'src', 'terrarium')
const made = join(web, 'src', 'generated')
const fontsource = join(web, 'node_modules', '@fontsource')

const pathOf = (body) => [...body.matchAll(/ d="([^"]+)"/g)].map((found) => found[1]).join('')

async function glyphs() {
  const wanted = JSON.parse(await readFile(join(source, 'titles', 'icons.json'), 'utf8'))
  const all = JSON.parse(await readFile(join(web, 'node_modules/@iconify-json/game-icons/icons.json'), 'utf8'))
  for (const [set, names] of Object.entries(wanted)) {
    const out = {}
    for (const [id, glyph] of Object.entries(names)) {
      const body = (all.icons[glyph] ?? all.icons[all.aliases[glyph].parent]).body
      out[id] = pathOf(body)
    }
    await writeFile(join(made, `icons-${set}.json`), JSON.stringify(out))
  }
  // The palette of the workshop: every glyph in use, by the name that unit files give it.
  const palette = {}
  for (const glyph of [...new Set(Object.values(wanted).flatMap((names) => Object.values(names)))].sort()) {
    const body = (all.icons[glyph] ?? all.icons[all.aliases[glyph].parent]).body
    palette[glyph] = pathOf(body)
  }
  await writeFile(join(made, 'icons-palette.json'), JSON.stringify(palette))
}

/** What the start page is made of: the words these name are the first that are read. */
const FRONT = [
  'Home',
  'SiteHeader',
  'Today',
  'NewHere',
  'Elsewhere',
  'QuickMatch',
  'TitleCard',
  'GamesList',
  'DropFile',
  'TitleArt',
]
/** A heading is short; only headings and names are set in the display type at once. */
const HEADING = 12
/**
 * Which words are read together, after what the start page says: what each table says, its first title and the title's
 * family, then the other titles, then the rest.
 */
function together(titles) {
  const spoken = (name) => existsSync(join(source, 'words', 'en', `${name}.json`))
  const firsts = titles.filter((title) => titles.find(({ table }) => table === title.table) === title)
  return [
    ...firsts.map(({ id, family, table }, n) =>
      [family, `${table}-table`, id, ...(n ? [] : ['common'])].filter((name) => spoken(name)),
    ),
    ...titles.filter((title) => !firsts.includes(title)).map(({ id }) => [id]),
    ['server', 'bots', 'terminal'],
    ['workshop', 'maps'],
  ]
}

const wide = (text) => [...new Set(text)].filter((char) => char.codePointAt(0) > 0x2000).sort()

/** The characters of a language in groups: each a file of its own, fetched when one of its characters is shown. */
async function groups(language, display, tongues, titles) {
  const words = async (name) => JSON.parse(await readFile(join(source, 'words', language, `${name}.json`), 'utf8'))
  const table = Object.entries(await words('table'))
  const said = Object.entries({
    ...(await words('workshop')),
    ...(await words('server')),
    ...Object.fromEntries(table),
  })
  const named = await frontKeys()
  const first = said.filter(([key]) => named.some((one) => key === one || (one.endsWith('.') && key.startsWith(one))))
  const front = first.filter(([, text]) => !display || text.length < HEADING)
  const common = await words('common')
  const called = titles.map(({ id }) => common[`name.${id}`] ?? '')
  const texts = ['0123456789×−–—…·・•%?!+' + front.map(([, text]) => text).join('') + called.join('') + tongues]
  for (const names of together(titles)) {
    let text = ''
    for (const name of names) text += Object.values(await words(name)).join('')
    texts.push(text)
  }
  const bots = table.filter(([key]) => /^(creature|table\.bots)/.test(key)).map(([, said]) => said)
  texts.splice(1, 0, bots.join('') + (await lessonNames(language)))
  texts.splice(3, 0, table.map(([, said]) => said).join('') + (await drawn()))
  if (!display) texts.push(await ruled(language))
  const known = new Set()
  return texts.map((text) => {
    const own = wide(text).filter((char) => !known.has(char))
    for (const char of own) known.add(char)
    return own
  })
}

/** What components write themselves: ticks, arrows and the like. */
async function drawn() {
  const folder = join(web, 'src')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.svelte'))
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

/** Every key of the word catalogue that the start page names; those that end with a point are beginnings. */
async function frontKeys() {
  const found = new Set()
  for (const name of FRONT) {
    const text = await readFile(join(web, 'src', 'app', `${name}.svelte`), 'utf8')
    for (const [, key] of text.matchAll(/['"`]([a-z_]+(?:\.[a-z_0-9]*)+)/g)) found.add(key)
  }
  return [...found]
}

/** What lessons are called: one of them stands on the start page. */
async function lessonNames(language) {
  const folder = join(source, 'lessons')
  let text = ''
  for (const name of (await readdir(folder)).filter((name) => name.endsWith('.toml')))
    for (const lesson of parse(await readFile(join(folder, name), 'utf8')).lesson ?? [])
      text += lesson.name[language] ?? ''
  return text
}

/** Every character of the rulebooks and lessons of one language. */
async function ruled(language) {
  let text = ''
  for (const folder of [join(source, 'rules'), join(source, 'lessons')])
    for (const name of (await readdir(folder)).filter((name) => name.endsWith('.toml')))
      for (const line of (await readFile(join(folder, name), 'utf8')).split('\n'))
        if (line.startsWith(language + ' ')) text += line
  return text
}

const rangeOf = (chars) => chars.map((char) => `U+${char.codePointAt(0).toString(16).toUpperCase()}`).join(',')

const file = (folder, script, weight) => join(fontsource, folder, 'files', `${folder}-${script}-${weight}-normal.woff2`)

function face({ family, weight, style, file, range }) {
  const parts = [`font-family:'${family}'`, weight && `font-weight:${weight}`, style && `font-style:${style}`]
  parts.push('font-display:swap', `src:url('./fonts/${file}') format('woff2')`, range && `unicode-range:${range}`)
  return `@font-face{${parts.filter(Boolean).join(';')}}`
}

async function subset(family, file, weight, text, css, part = '', range = '') {
  const cut = await subsetFont(await readFile(file), text, { targetFormat: 'woff2' })
  const name = `${family.toLowerCase().replaceAll(' ', '-')}-${weight}${part}.woff2`
  await writeFile(join(made, 'fonts', name), cut)
  css.push(face({ family, weight, file: name, range }))
}

/** Which of these characters a file of type has. */
async function held(file, chars) {
  const cut = await subsetFont(await readFile(file), chars.join(''), { targetFormat: 'truetype' })
  return new Set([...new Face(new Blob(cut)).collectUnicodes()].map((code) => String.fromCodePoint(code)))
}

/** The slices of a family: what it calls itself, its files, and the characters each is for, as its sheet says them. */
async function slicesOf(folder, weight) {
  const sheet = await readFile(join(fontsource, folder, `${weight}.css`), 'utf8')
  const found = []
  for (const block of sheet.split('@font-face').slice(1)) {
    const file = /files\/([^)"']+\.woff2)/.exec(block)?.[1]
    const range = /unicode-range:\s*([^;]+);/.exec(block)?.[1]
    const family = /font-family:\s*'([^']+)'/.exec(block)?.[1]
    const path = file && join(fontsource, folder, 'files', file)
    if (range && existsSync(path)) found.push({ family, file, range, path })
  }
  return found
}

const spans = (range) =>
  range.split(',').map((one) => {
    const [from, to = from] = one.trim().slice(2).split('-')
    return [parseInt(from, 16), parseInt(to, 16)]
  })

/**
 * A family cut into groups of characters. The file of a script may lack what is written in every script, as the wide
 * comma of Traditional Chinese: that is cut from the slice of the family that has it.
 */
async function inGroups(family, folder, script, weight, found, css) {
  const whole = file(folder, script, weight)
  const has = await held(whole, found.flat())
  const elsewhere = await slicesOf(folder, weight)
  for (const [n, chars] of found.entries()) {
    const own = chars.filter((char) => has.has(char))
    if (own.length) await subset(family, whole, weight, own.join(''), css, `-${n}`, rangeOf(own))
    const wanting = chars.filter((char) => !has.has(char))
    for (const [k, { path, range }] of elsewhere.entries()) {
      const among = spans(range)
      const within = (code) => among.some(([from, to]) => from <= code && code <= to)
      const meant = wanting.filter((char) => within(char.codePointAt(0)))
      // A slice is also named for characters that its family does not have.
      const there = meant.length ? [...(await held(path, meant))] : []
      if (there.length) await subset(family, path, weight, there.join(''), css, `-${n}-${k}`, rangeOf(there))
    }
  }
}

/** The full family in slices, for what people write themselves: names and chat. Tells its name. */
async function slices(folder, css) {
  const all = await slicesOf(folder, 400)
  for (const { family, file, range, path } of all) {
    await copyFile(path, join(made, 'fonts', file))
    css.push(face({ family, file, range }))
  }
  return all[0].family
}

/** Latin type for every page, and the languages' own names, which are readable in every language. */
async function latin(languages) {
  const css = []
  for (const [folder, cuts] of [
    ['almendra', ['700-normal']],
    ['alegreya-sans', ['400-normal', '700-normal', '800-normal']],
    ['alegreya', ['400-normal', '400-italic']],
  ]) {
    const family = folder
      .split('-')
      .map((word) => word[0].toUpperCase() + word.slice(1))
      .join(' ')
    for (const cut of cuts) {
      const name = `${folder}-latin-${cut}.woff2`
      const cast = await readFile(join(fontsource, folder, 'files', name))
      await writeFile(join(made, 'fonts', name), folder === 'almendra' ? cast : await lining(cast))
      const [weight, style] = cut.split('-')
      // The figures of the display type hang below the line and its 1 looks like an I: those of the sans stand there.
      const letters = folder === 'almendra' ? 'U+0000-002F,U+003A-024F' : 'U+0000-024F'
      css.push(
        face({ family, weight, style, file: name, range: `${letters},U+2000-206F,U+20AC,U+2190-2193,U+2212,U+2215` }),
      )
    }
  }
  for (const { tag, name, short, fonts } of languages.filter((language) => language.fonts)) {
    const family = `Terrarium Names ${fonts.code}`
    const chars = [...new Set(name + short)]
    await subset(family, file(fonts.sans, fonts.script, 700), 700, chars.join(''), css, '', rangeOf(chars))
    // First: another language's type may name these characters without having them.
    css.push(`:is(button,label span):lang(${tag}){font-family:'${family}',var(--ui)}`)
  }
  await writeFile(join(made, 'fonts.css'), css.join('\n'))
}

/** The type of a language that Latin letters do not write. */
async function type(tongues, titles, { tag, fonts: { code, sans, display, script } }) {
  const css = []
  const body = await groups(tag, false, tongues, titles)
  for (const weight of [400, 700]) await inGroups(`Terrarium ${code}`, sans, script, weight, body, css)
  await inGroups(`Terrarium Display ${code}`, display, script, 700, await groups(tag, true, '', titles), css)
  const rest = []
  const whole = await slices(sans, rest)
  // What people write themselves may hold any character: where to find it is told once the page is there.
  await writeFile(join(made, `fonts-${tag}-whole.css`), rest.join('\n'))
  const stacks = [
    ['display', `'Almendra','Alegreya Sans','Terrarium Display ${code}','${whole}',serif`],
    ['ui', `'Alegreya Sans','Terrarium ${code}','${whole}',system-ui,sans-serif`],
    ['text', `'Alegreya','Terrarium ${code}','${whole}',serif`],
  ]
  css.push(`:root:lang(${tag}){${stacks.map(([name, stack]) => `--${name}:${stack}`).join(';')}}`)
  await writeFile(join(made, `fonts-${tag}.css`), css.join('\n'))
}

/** What the browser needs of the records of titles and languages. */
async function records() {
  const folder = join(source, 'titles')
  const read = async (name) => parse(await readFile(join(folder, name), 'utf8'))
  const { languages } = await read('languages.toml')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.toml') && name !== 'languages.toml')
  const titles = await Promise.all(
    names.map(async (name) => ({ id: name.replace('.toml', ''), ...(await read(name)) })),
  )
  titles.sort((a, b) => a.order - b.order)
  const kept = titles.map(({ id, family, table, minutes, designers, publishers, mixes_with = '' }) => ({
    id,
    family,
    table,
    minutes,
    designers,
    publishers,
    mixes_with,
  }))
  await writeFile(join(made, 'titles.json'), JSON.stringify(kept))
  const told = languages.map(({ tag, name, short = name, spaced = true, spoken, fonts }) => ({
    tag,
    name,
    short,
    spaced,
    spoken,
    faces: fonts
      ? [
          `400 1em "Terrarium ${fonts.code}"`,
          `700 1em "Terrarium ${fonts.code}"`,
          `700 1em "Terrarium Display ${fonts.code}"`,
        ]
      : [],
    sample: fonts?.sample ?? '',
  }))
  await writeFile(join(made, 'languages.json'), JSON.stringify(told))
  return { languages, titles }
}

await rm(made, { recursive: true, force: true })
await mkdir(join(made, 'fonts'), { recursive: true })
const { languages, titles } = await records()
await glyphs()
await latin(languages)
/** What the languages call themselves: all of them stand on every page. */
const tongues = languages.map(({ name, short = '' }) => name + short).join('')
for (const language of languages) if (language.fonts) await type(tongues, titles, language)
