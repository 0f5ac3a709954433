/** The validity of a published evaluation. Days are in Asia/Shanghai; the last one is included. */
import { PUBLICATION } from '#contracts/limits.ts'
import { addMonths, endOfDay, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'

export type ValidityLimits = { initial: string; earliest: string; latest: string }

/**
 * Returns the default last day of validity, and its limits: from today to 24 months after the report's own day.
 * Publishing a report again doesn't renew it; if its 12 months are over, the default is today. If `latest` is before
 * `earliest`, the report is too old. Takes times in ISO format.
 */
export function getValidityLimits(evaluatedAt: string, now: Date): ValidityLimits {
  const evaluated = toDay(new Date(evaluatedAt))
  const earliest = toDay(now)
  const initial = addMonths(evaluated, PUBLICATION.months)
  return {
    initial: initial < earliest ? earliest : initial,
    earliest,
    latest: addMonths(evaluated, PUBLICATION.monthsMax),
  }
}

/** Returns the time, in ISO format, before which every report is too old to be published today. */
export const getOldestPublishable = (now: Date): string => startOfDay(addMonths(toDay(now), -PUBLICATION.monthsMax))

/** Returns the first moment after the last day, in ISO format, from which the evaluation is 已过期. */
export const getValidityEnd = (validUntil: string): string => endOfDay(validUntil)

/** Returns whether an evaluation that ends at a time in ISO format has expired. */
export const hasEnded = (endsAt: string, now: Date): boolean => now.getTime() >= Date.parse(endsAt)
