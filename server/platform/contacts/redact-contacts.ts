import { listChannelContacts } from './channels.ts'
import { foldCharacters } from './fold-characters.ts'
import { listPhoneNumbers } from './phone-numbers.ts'
import type { TextRange } from './text-range.ts'

/** Replaces a phone number, an address or an account that the reader may not see. */
export const REDACTED = '［联系方式已隐藏］'

const AT = /(?: ?@ ?| ?[([{]at[)\]}] ?)/
/** An ideographic full stop is a dot only in front of Latin letters, otherwise it ends a sentence. */
const DOT = /(?:\.|。(?=[a-z\d])| ?[([{]dot[)\]}] ?)/
const LABEL = /[\p{L}\p{N}-]{1,63}/u
const LOCAL_PART = /[\w.%+-]{1,64}/
const DOMAIN = `${LABEL.source}(?:${DOT.source}${LABEL.source}){1,4}`
const EMAIL = new RegExp(`${LOCAL_PART.source}${AT.source}${DOMAIN}`, 'gu')
/** Addresses that are written to be read by people only. */
const DISGUISED_EMAILS = [
  // `zhang at corp dot com`, `zhang (at) corp dot com`
  /[\w.%+-]{1,64}(?: at | ?[([{]at[)\]}] ?)[\w-]{1,63}(?: dot [\w-]{1,63}){1,4}/g,
  // `zhang # qq.com`
  /[\w.%+-]{1,64} ?[#＃] ?(?:qq|foxmail|163|126|yeah|sina|sohu|gmail|outlook|hotmail|icloud)\.(?:com|net|cn)/g,
  // `z h a n g @ q q . c o m`
  /(?:[\w.-] ){2,63}@(?: [\w-]){1,63}(?: \.(?: [\w-]){2,63}){1,4}/g,
  // `张三@例子.公司`: what precedes the name isn't separated from it.
  new RegExp(`\\p{Script=Han}{1,4}@${DOMAIN}`, 'gu'),
]

/**
 * Redacts phone numbers, email addresses and accounts of messengers in a text, for readers without permission to see them.
 * Recognizes full-width and invisible characters, Chinese numerals, and words instead of `@` and dots.
 */
export function redactContacts(text: string): string {
  let redacted = ''
  let end = 0
  for (const { from, to } of listContactRanges(text)) {
    redacted += text.slice(end, from) + REDACTED
    end = to
  }
  return redacted + text.slice(end)
}

/** Lists the contact data in a text, as written, in order: what `redactContacts` redacts. */
export const listContacts = (text: string): string[] =>
  listContactRanges(text).map(({ from, to }) => text.slice(from, to).trim())

/** Lists the parts of a text that are contact data, in order and without overlaps. */
function listContactRanges(text: string): TextRange[] {
  const folded = foldCharacters(text)
  const matches = [
    ...listMatches(folded.text, EMAIL),
    ...DISGUISED_EMAILS.flatMap((pattern) => listMatches(folded.text, pattern)),
    ...listChannelContacts(folded.text),
    ...listPhoneNumbers(folded.text),
  ].sort((a, b) => a.from - b.from)
  const ranges: TextRange[] = []
  for (const { from, to } of matches) {
    const range = { from: folded.starts[from] ?? 0, to: folded.ends[to - 1] ?? 0 }
    const last = ranges.at(-1)
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to)
    else ranges.push(range)
  }
  return ranges
}

const listMatches = (text: string, pattern: RegExp): TextRange[] =>
  [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
