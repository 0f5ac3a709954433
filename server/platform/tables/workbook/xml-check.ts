const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const EXCLAMATION = 0x21
const QUESTION = 0x3f
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
/** The ends of comments, CDATA sections and declarations. */
const SPECIAL_ENDS = ['-->', ']]>', '?>']
const TAIL_LENGTH = 3

/**
 * Creates a streaming check of XML: whether as many tags are closed as were opened, and how long its longest text, tag or
 * comment is. A parser needs memory for each of them, and a lenient one would read a truncated file as a shorter sheet.
 */
export function createXmlCheck() {
  let depth = 0
  let quote = 0
  let previous = 0
  let tail = ''
  let isBroken = false
  let tokenLength = 0
  let longestToken = 0
  let state: 'text' | 'tag' | 'special' = 'text'
  let isClosing = false

  function endTag(): void {
    state = 'text'
    if (isClosing) depth -= 1
    else if (previous !== SLASH) depth += 1
  }

  function beginMarkupDeclaration(): void {
    state = 'special'
    tail = ''
  }

  function visitTag(byte: number): void {
    if (byte === LESS_THAN) isBroken = true
    if (quote !== 0) quote = byte === quote ? 0 : quote
    else if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) quote = byte
    else if (byte === GREATER_THAN) endTag()
    else if (previous !== LESS_THAN) return
    else if (byte === EXCLAMATION || byte === QUESTION) beginMarkupDeclaration()
    else isClosing = byte === SLASH
  }

  function visitSpecial(byte: number): void {
    tail = (tail + String.fromCharCode(byte)).slice(-TAIL_LENGTH)
    if (byte === GREATER_THAN && SPECIAL_ENDS.some((end) => tail.endsWith(end))) state = 'text'
  }

  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) {
        const previousState = state
        if (state === 'tag') visitTag(byte)
        else if (state === 'special') visitSpecial(byte)
        else if (byte === LESS_THAN) state = 'tag'
        previous = byte
        tokenLength = state === previousState ? tokenLength + 1 : 0
        if (tokenLength > longestToken) longestToken = tokenLength
      }
    },
    /** Returns the length of the longest text, tag or comment, in bytes. */
    getLongestToken: (): number => longestToken,
    isComplete: (): boolean => !isBroken && depth === 0 && state === 'text',
  }
}
