/** The longest text that a cell may contain (specifications and limits of Excel). */
const MAX_CELL_LENGTH = 32_767

/**
 * Creates a reader of a cell's text, which may consist of several runs. Phonetic hints (`rPh`) aren't part of it. It
 * stores no more than a cell may contain.
 */
export function createTextReader() {
  let parts: string[] = []
  let length = 0
  let isInText = false
  let isInHint = false
  return {
    start(): void {
      parts = []
      length = 0
    },
    open(name: string): void {
      if (name === 'rPh') isInHint = true
      if (name === 't') isInText = true
    },
    add(text: string): void {
      if (!isInText || isInHint) return
      length += text.length
      // An escape sequence is seven characters for one.
      if (length <= MAX_CELL_LENGTH * 7) parts.push(text)
    },
    close(name: string): void {
      if (name === 'rPh') isInHint = false
      if (name === 't') isInText = false
    },
    /** Returns the text; `null` if it is too long. */
    getText: (): string | null => (length > MAX_CELL_LENGTH * 7 ? null : toCellText(parts.join(''))),
  }
}

/** Decodes a text's escape sequences, such as `_x000D_`. Returns `null` if it is too long for a cell. */
export function toCellText(text: string): string | null {
  const decoded = text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return decoded.length > MAX_CELL_LENGTH ? null : decoded
}
