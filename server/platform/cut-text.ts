/** Texts that are longer than a cell of a workbook: an export cuts them, and an import recognizes that it must not use them. */

/** The note stands first, where a cell shows it; the rest of so long a text is out of sight. */
const CUT_NOTE = /^【全文\d+字，单元格放不下，以下只是开头；再导入时不会改动原文，全文请导出CSV或JSON】/u

const createNote = (length: number) =>
  `【全文${length}字，单元格放不下，以下只是开头；再导入时不会改动原文，全文请导出CSV或JSON】\n`

/** Returns a text of at most `max` characters: a longer one is cut, and begins with a note. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const note = createNote(text.length)
  const start = text.slice(0, max - note.length)
  // Half of a character outside the basic plane would make the workbook invalid.
  return note + (/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start)
}

/** Returns whether a cell's value was cut by an export. */
export const isCutText = (value: unknown): boolean => typeof value === 'string' && CUT_NOTE.test(value)
