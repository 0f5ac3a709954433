/** Reads the upper limit of a price as people type it. Without Zod, to keep public pages small. */

import { SHORTLIST_LIMITS } from '../../limits.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '../../shortlists/messages.ts'
import { parseNumber } from '../cell-values.ts'
import { toNfkc } from '../normalize-text.ts'

const MULTIPLES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['千', 1_000],
  ['万', 10_000],
  ['亿', 100_000_000],
])
/** The digits that a binary fraction keeps of a decimal one, without its errors: 1.1万 is 11000.000000000002. */
const SIGNIFICANT_DIGITS = 15

/**
 * Parses `300000`, `300,000`, `30万`, `３０ 万元` or `¥30万/年` to whole yuan. Returns `undefined` for a blank text, and
 * otherwise what is wrong with it.
 */
export function parseLimit(text: string): { atMost: number } | { problem: string } | undefined {
  const typed = toNfkc(text).replaceAll(/\s/g, '')
  if (typed === '') return undefined
  const parsed = parseNumber(typed.replace(/^[¥￥]/, ''))
  const multiple = parsed && MULTIPLES.get(parsed.rest.replace(/元?(?:\/年|每年)?$/, ''))
  if (!parsed || multiple === undefined) return { problem: MESSAGES.limitFormat }
  const atMost = Number((parsed.number * multiple).toPrecision(SIGNIFICANT_DIGITS))
  if (atMost <= 0) return { problem: MESSAGES.limitTooSmall }
  if (atMost > SHORTLIST_LIMITS.atMost) return { problem: MESSAGES.limitTooLarge }
  return Number.isInteger(atMost) ? { atMost } : { problem: MESSAGES.limitFormat }
}
