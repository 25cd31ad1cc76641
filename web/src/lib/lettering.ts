/** Text on a canvas. */

/** Have the type of these texts here, each by its font: a canvas waits for none and writes boxes instead. */
export async function lettered(texts: readonly (readonly [font: string, text: string])[]): Promise<void> {
  await Promise.allSettled(texts.map(([font, text]) => document.fonts.load(font, text)))
}

/** Lines of a text that fit this width: broken between words, and between any two Chinese characters. */
export function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.match(/[\u3000-\u9fff]|[^\s\u3000-\u9fff]+\s?/g) ?? []) {
    if (line && context.measureText(line + word).width > width) {
      lines.push(line)
      line = ''
    }
    line += word
  }
  return line ? [...lines, line] : lines
}
