import type { StaleReason } from '../../facts/vocabulary.ts'
import { addDays, addMonths } from '../shanghai-time.ts'

/** What the staleness of a fact depends on: days as `2026-11-21`, months as integers, `null` for never. */
export type StalenessInput = {
  readAt: string | null
  /** The last day of a certificate. */
  validUntil: string | null
  staleAfterMonths: number | null
}

/**
 * Returns the first day on which a fact is stale, `null` if there is none. A fact is current through the day that is
 * its attribute's months after the reading, a certificate no longer than its last day. An undated fact is always stale:
 * `0000-01-01`.
 */
export function getStaleDay({ readAt, validUntil, staleAfterMonths }: StalenessInput): string | null {
  if (readAt === null) return UNDATED
  const old = staleAfterMonths === null ? null : addDays(addMonths(readAt, staleAfterMonths), 1)
  const ended = validUntil === null ? null : addDays(validUntil, 1)
  if (old === null || ended === null) return old ?? ended
  return old < ended ? old : ended
}
const UNDATED = '0000-01-01'

/**
 * Returns why a fact is stale on a day, `null` if it isn't. Takes the first day on which it is stale (`getStaleDay`).
 * An expired certificate takes precedence over an old reading.
 */
export function getStaleReason(
  { readAt, validUntil, staleOn }: Pick<StalenessInput, 'readAt' | 'validUntil'> & { staleOn: string | null },
  today: string,
): StaleReason | null {
  if (validUntil !== null && validUntil < today) return 'ended'
  if (readAt === null) return 'undated'
  return staleOn !== null && staleOn <= today ? 'old' : null
}
