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
const EMAIL = new RegExp(`${LOCAL_PART.source}${AT.source}${LABEL.source}(?:${DOT.source}${LABEL.source}){1,4}`, 'gu')
/** An address in words: `zhang at corp dot com`. */
const SPELLED_EMAIL = /[\w.%+-]{1,64} at [\w-]{1,63}(?: dot [\w-]{1,63}){1,4}/g

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
    ...listMatches(folded.text, SPELLED_EMAIL),
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
