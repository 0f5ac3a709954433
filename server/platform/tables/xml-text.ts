/** What XML 1.0 can't hold or advises against, a carriage return, which XML makes a line feed, and what reads like an escape. */
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeOf = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as a workbook's XML spells it (ECMA-376 Part 1, §22.9.2.19). */
export const xmlText = (text: string): string =>
  text.replaceAll(UNWRITABLE, escapeOf).replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
