/** Text on a canvas. */

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
