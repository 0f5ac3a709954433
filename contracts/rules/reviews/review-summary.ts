/** Summarizes a product's reviews, with a rating if enough of them count. */
import { REVIEW_DIMENSIONS, type ReviewDimension, type ReviewRatings } from '../../member-reviews/choices.ts'
import { calculateBayesianMean } from './bayesian-mean.ts'
import { RATING_RULES } from './rating-rules.ts'
import { calculateReviewWeight, isCounted, type ReviewWeightInput } from './review-weight.ts'
import { type StarCount, toStars } from './star-count.ts'

export type RatedReview = ReviewWeightInput & { ratings: ReviewRatings }

export type ReviewSummary = {
  /** The number of shown reviews. */
  count: number
  /** The number of shown reviews that count in the rating. */
  counted: number
  /** The weighted Bayesian mean, rounded to 0.1; `null` if fewer than `minReviews` count. */
  rating: number | null
  /** How many of the counted reviews have each number of full stars. */
  distribution: Record<StarCount, number>
  /** The same mean by dimension; `null` if `rating` is. */
  dimensions: Record<ReviewDimension, number | null>
}

/** Returns a review's own rating: the mean of its five dimensions, 1 to 5. */
export const getMeanRating = (ratings: ReviewRatings): number =>
  REVIEW_DIMENSIONS.reduce((sum, dimension) => sum + ratings[dimension], 0) / REVIEW_DIMENSIONS.length

const roundToTenths = (rating: number): number => Math.round(rating * 10) / 10

/**
 * Returns the summary of a product's shown reviews at a given time. Every mean is a Bayesian mean
 * (`calculateBayesianMean`) of the reviews' ratings, weighted by `calculateReviewWeight`, with the prior of
 * `RATING_RULES`; so the rating equals the mean of the five dimensions, except for rounding.
 */
export function summarizeReviews(reviews: readonly RatedReview[], now: Date): ReviewSummary {
  const counted = reviews.filter(isCounted).map((review) => ({ ...review, weight: calculateReviewWeight(review, now) }))
  const hasRating = counted.length >= RATING_RULES.minReviews
  const rate = (getValue: (ratings: ReviewRatings) => number): number | null =>
    hasRating
      ? roundToTenths(
          calculateBayesianMean(
            counted.map(({ ratings, weight }) => ({ value: getValue(ratings), weight })),
            RATING_RULES.prior,
          ),
        )
      : null
  const distribution: Record<StarCount, number> = { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 }
  for (const { ratings } of counted) distribution[toStars(getMeanRating(ratings))] += 1
  return {
    count: reviews.length,
    counted: counted.length,
    rating: rate(getMeanRating),
    distribution,
    dimensions: {
      ability: rate((ratings) => ratings.ability),
      usability: rate((ratings) => ratings.usability),
      integration: rate((ratings) => ratings.integration),
      service: rate((ratings) => ratings.service),
      value: rate((ratings) => ratings.value),
    },
  }
}
