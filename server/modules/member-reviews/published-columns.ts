/**
 * The columns of published reviews. Ratings and weighting factors are stored beside the text, so that an index covers
 * rating queries.
 */
import { REVIEW_DIMENSIONS, type ReviewRatings } from '#contracts/member-reviews/choices.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'
import { getMeanRating, type RatedReview } from '#contracts/rules/reviews/review-summary.ts'
import { countParts, getOptionalShare } from '#contracts/rules/reviews/review-weight.ts'
import type { ReviewRow } from './store.ts'

export type RatingColumns = Pick<
  ReviewRow,
  'shownRatings' | 'shownParts' | 'shownAffiliation' | 'writtenAt' | 'isVerified'
>

/** Returns the columns of a published text. */
export const toPublishedColumns = (content: ReviewContent) => ({
  shownJson: JSON.stringify(content),
  shownRating: getMeanRating(content.ratings),
  shownRatings: REVIEW_DIMENSIONS.map((dimension) => content.ratings[dimension]).join(''),
  shownParts: countParts(content),
  shownAffiliation: content.affiliation,
})

/** The columns of an unpublished review. */
export const UNPUBLISHED_COLUMNS = {
  shownJson: null,
  shownRating: null,
  shownRatings: null,
  shownParts: null,
  shownAffiliation: null,
  writtenAt: null,
  isVerified: false,
  isEdited: false,
} as const

/** Returns a published review's ratings and weighting factors. */
export function toRatedReview({
  shownRatings,
  shownParts,
  shownAffiliation,
  writtenAt,
  isVerified,
}: RatingColumns): RatedReview {
  if (shownRatings === null || shownParts === null || shownAffiliation === null || writtenAt === null)
    throw new Error('a published review lacks rating columns')
  return {
    ratings: parseRatings(shownRatings),
    affiliation: shownAffiliation,
    share: getOptionalShare(shownParts),
    isVerified,
    writtenAt,
  }
}

function parseRatings(digits: string): ReviewRatings {
  const [ability = 0, usability = 0, integration = 0, service = 0, value = 0] = [...digits].map(Number)
  return { ability, usability, integration, service, value }
}
