/** Calculates the distribution and the weights of all reviews, which are counted in the database. */
import { AFFILIATIONS } from '#contracts/member-reviews/choices.ts'
import type { ReviewStatistics } from '#contracts/member-reviews/review.ts'
import { OPTIONAL_REVIEW_PARTS, RATING_RULES } from '#contracts/rules/reviews/rating-rules.ts'
import { findLatestTimeBelow, getOptionalShare, isCounted } from '#contracts/rules/reviews/review-weight.ts'
import { toStars } from '#contracts/rules/reviews/star-count.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { countRatedProducts, countRatings, listHiddenProducts, type RatingCounts, type WeightClass } from './store.ts'

/** The bounds of the weight histogram; the last bin includes everything above its lower bound. */
const WEIGHT_BOUNDS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const
const INNER_BOUNDS = WEIGHT_BOUNDS.slice(1, -1)

/** Sorts after every ISO timestamp. */
const MAX_TIMESTAMP = '~'

const CLASSES: readonly WeightClass[] = [true, false].flatMap((isVerified) =>
  Array.from({ length: OPTIONAL_REVIEW_PARTS.length + 1 }, (_, parts) => ({ isVerified, parts })),
)

/**
 * Returns the statistics at a time. In each class the weight only decreases with age, so each bound of the histogram
 * corresponds to a latest writing time, and the database counts the reviews written up to it.
 */
export async function calculateStatistics({ read }: Pick<Database, 'read'>, now: Date): Promise<ReviewStatistics> {
  const hiddenProducts = await listHiddenProducts(read)
  const affiliations = AFFILIATIONS.filter((affiliation) => isCounted({ affiliation }))
  const statistics: ReviewStatistics = {
    ...(await countRatedProducts(read, { affiliations, minReviews: RATING_RULES.minReviews, hiddenProducts })),
    count: 0,
    counted: 0,
    verified: 0,
    distribution: { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 },
    weights: WEIGHT_BOUNDS.slice(1).map((to, index) => ({ from: WEIGHT_BOUNDS[index] ?? 0, to, count: 0 })),
  }
  for await (const weightClass of eachInTurns(CLASSES)) {
    const cutoffs = listWeightCutoffs(weightClass, now)
    const ratingCounts = await countRatings(read, { ...weightClass, cutoffs, hiddenProducts })
    for (const counts of ratingCounts) addRatings(statistics, weightClass, counts)
  }
  return statistics
}

/** Adds the reviews of a class with the same affiliation and rating to the statistics. */
function addRatings(
  statistics: ReviewStatistics,
  { isVerified }: WeightClass,
  { affiliation, rating, total, upToCutoffs }: RatingCounts,
): void {
  statistics.count += total
  if (affiliation === null || rating === null || !isCounted({ affiliation })) return
  statistics.counted += total
  statistics.verified += isVerified ? total : 0
  statistics.distribution[toStars(rating)] += total
  for (const [index, bin] of statistics.weights.entries())
    bin.count += (upToCutoffs[index] ?? total) - (upToCutoffs[index - 1] ?? 0)
}

/** Returns the latest writing times at which a review of a class weighs less than each inner bound. */
const listWeightCutoffs = ({ isVerified, parts }: WeightClass, now: Date): string[] =>
  INNER_BOUNDS.map(
    (bound) =>
      findLatestTimeBelow(bound, { isVerified, share: getOptionalShare(parts), affiliation: 'none' }, now) ??
      MAX_TIMESTAMP,
  )
