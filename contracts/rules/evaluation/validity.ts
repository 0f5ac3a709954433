/** Until when a published evaluation is valid. Days are those of Asia/Shanghai; the last one belongs to it. */
import { PUBLICATION } from '../../limits.ts'
import { addMonths, endOfDay, startOfDay, toDay } from '../shanghai-time.ts'

export type ValidityLimits = { initial: string; earliest: string; latest: string }

/**
 * Returns the last day of validity that is proposed, and its limits: from today to 24 months after the report's own day.
 * A report is as old as its figures, however often it is published; one whose 12 months are over is proposed for today.
 * `latest` before `earliest` means that it is too old. Takes moments in ISO format.
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

/** Returns the moment, in ISO format, before which every report is too old to be published today. */
export const getOldestPublishable = (now: Date): string => startOfDay(addMonths(toDay(now), -PUBLICATION.monthsMax))

/** Returns the first moment after the last day, in ISO format: from then on the evaluation is 已过期. */
export const getEnd = (validUntil: string): string => endOfDay(validUntil)

/** Returns whether an evaluation that ends at a moment in ISO format is over. */
export const hasEnded = (endsAt: string, now: Date): boolean => now.getTime() >= Date.parse(endsAt)
