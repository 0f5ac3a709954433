/** A review's weight in a product's rating, by its age, its completeness and its proof. */
import { DAY_MS } from '../../durations.ts'
import type { Affiliation } from '../../member-reviews/choices.ts'
import { OPTIONAL_REVIEW_PARTS, type OptionalReviewPart, RATING_RULES } from './rating-rules.ts'

/** A mean month of the Gregorian calendar. */
export const MONTH_MS = (365.2425 / 12) * DAY_MS

/** What a review's weight depends on. `writtenAt` is when its shown text was submitted, in ISO format. */
export type ReviewWeightInput = {
  writtenAt: string
  /** The proportion of optional parts, 0 to 1. */
  share: number
  isVerified: boolean
  affiliation: Affiliation
}

/**
 * Returns the weight of a review's age: 1 when written, halved after every half-life (exponential decay). Takes
 * milliseconds; a negative age, due to clock skew, counts as 0.
 */
export const getAgeWeight = (ageMs: number): number =>
  0.5 ** (Math.max(0, ageMs) / MONTH_MS / RATING_RULES.halfLifeMonths)

/** Returns how many of the optional parts a review has. */
export const countParts = (review: Readonly<Record<OptionalReviewPart, unknown>>): number =>
  OPTIONAL_REVIEW_PARTS.filter((part) => review[part] !== null && review[part] !== '').length

/** Returns a number of optional parts as a proportion of all of them, 0 to 1. */
export const getOptionalShare = (parts: number): number => parts / OPTIONAL_REVIEW_PARTS.length

/** Returns the weight of a review's completeness, from `minCompletenessWeight` to 1. Takes `getOptionalShare`. */
export const getCompletenessWeight = (share: number): number =>
  RATING_RULES.minCompletenessWeight + (1 - RATING_RULES.minCompletenessWeight) * share

/** Returns the weight of a verified or unverified use of the product. */
export const getProofWeight = (isVerified: boolean): number => (isVerified ? 1 : RATING_RULES.unverifiedWeight)

/** Returns whether a review counts: one with a conflict of interest is shown, but doesn't count. */
export const isCounted = ({ affiliation }: Pick<ReviewWeightInput, 'affiliation'>): boolean => affiliation === 'none'

/** Returns a review's weight at a given time, 0 to 1: the product of the three weights; 0 if it doesn't count. */
export const calculateReviewWeight = (review: ReviewWeightInput, now: Date): number =>
  isCounted(review)
    ? getAgeWeight(now.getTime() - Date.parse(review.writtenAt)) *
      getCompletenessWeight(review.share) *
      getProofWeight(review.isVerified)
    : 0

/**
 * Returns the latest time of writing at which a review with these properties weighs less than a bound; `undefined`
 * if it always does.
 */
export function findLatestTimeBelow(
  bound: number,
  review: Omit<ReviewWeightInput, 'writtenAt'>,
  now: Date,
): string | undefined {
  const isBelow = (writtenAtMs: number) =>
    calculateReviewWeight({ ...review, writtenAt: new Date(writtenAtMs).toISOString() }, now) < bound
  if (isBelow(now.getTime())) return undefined
  // The weight increases with the time of writing, by far more per millisecond than the rounding error.
  let [below, above] = [0, now.getTime()]
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2)
    if (isBelow(middle)) below = middle
    else above = middle
  }
  return new Date(below).toISOString()
}
