// Type whose figures stand on the line. Alegreya has old-style ones unless a style sheet asks otherwise, and what is
// written on a canvas is asked nothing: so its own lining figures, all of one width, take their place in the file.
import { Blob, Buffer as Line, Face, Feature, Font, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'

const FIGURES = [...'0123456789']
const LINING = ['lnum', 'tnum'].map((name) => new Feature(name, 1))
const HEAD = 12
const ENTRY = 16

/** The same file of type with lining figures for figures. */
export async function lining(file) {
  const chars = String.fromCodePoint(...new Face(new Blob(await subsetAll(file))).collectUnicodes())
  const plain = await subsetFont(file, chars, { targetFormat: 'truetype' })
  const font = new Font(new Face(new Blob(plain)))
  const glyphs = new Map([...chars].map((char) => [char.codePointAt(0), font.nominalGlyph(char.codePointAt(0))]))
  for (const figure of FIGURES) glyphs.set(figure.codePointAt(0), liningGlyph(font, figure))
  return subsetFont(withTable(plain, 'cmap', mapping(glyphs)), chars, { targetFormat: 'woff2' })
}

const subsetAll = (file) => subsetFont(file, undefined, { targetFormat: 'truetype', keepAllGlyphs: true })

function liningGlyph(font, figure) {
  const line = new Line()
  line.addText(figure)
  line.guessSegmentProperties()
  shape(font, line, LINING)
  return line.getGlyphInfos()[0].codepoint
}

/** A table `cmap` with one part of format 4: which glyph each character is. */
function mapping(glyphs) {
  const runs = []
  for (const [code, glyph] of [...glyphs].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1)
    if (last && code === last.to + 1 && glyph - code === last.delta) last.to = code
    else runs.push({ from: code, to: code, delta: glyph - code })
  }
  runs.push({ from: 0xffff, to: 0xffff, delta: 1 })
  const exponent = Math.floor(Math.log2(runs.length))
  const range = 2 * 2 ** exponent
  const words = [4, 16 + 8 * runs.length, 0, 2 * runs.length, range, exponent, 2 * runs.length - range]
  words.push(...runs.map(({ to }) => to), 0, ...runs.map(({ from }) => from))
  words.push(...runs.map(({ delta }) => delta & 0xffff), ...runs.map(() => 0))
  // Version, one part, for Windows and Unicode, which begins after these twelve bytes.
  return Buffer.from(Uint8Array.from([0, 1, 3, 1, 0, 12, ...words].flatMap((word) => [word >> 8, word & 0xff])))
}

/** A font with another table of this name. */
function withTable(font, name, table) {
  const count = font.readUInt16BE(4)
  const head = Buffer.from(font.subarray(0, HEAD + ENTRY * count))
  const parts = [head]
  let at = head.length
  for (let entry = HEAD; entry < head.length; entry += ENTRY) {
    const [from, size] = [head.readUInt32BE(entry + 8), head.readUInt32BE(entry + 12)]
    const same = head.toString('latin1', entry, entry + 4) !== name
    const body = same ? font.subarray(from, from + size) : table
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    head.writeUInt32BE(checksum(padded), entry + 4)
    head.writeUInt32BE(at, entry + 8)
    head.writeUInt32BE(body.length, entry + 12)
    parts.push(padded)
    at += padded.length
  }
  return Buffer.concat(parts)
}

function checksum(body) {
  let sum = 0
  for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) >>> 0
  return sum
}
