/**
 * The columns of a review's texts. Ratings and weighting factors of the published text are stored beside it, so that an
 * index covers rating queries.
 */
import { REVIEW_DIMENSIONS, type ReviewRatings } from '#contracts/member-reviews/choices.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'
import { getMeanRating, type RatedReview } from '#contracts/rules/reviews/review-summary.ts'
import { countParts, getOptionalShare } from '#contracts/rules/reviews/review-weight.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import type { ReviewRow } from './store.ts'

type RatingColumns = Pick<
  ReviewRow,
  'publishedRatings' | 'publishedParts' | 'publishedAffiliation' | 'writtenAt' | 'isVerified'
>

/** Returns the columns of the latest text, which moderators read and search. */
export const toContentColumns = (content: ReviewContent) => ({
  contentJson: JSON.stringify(content),
  searchText: buildSearchLines([content.pros, content.cons, content.advice]),
})

/** Returns the columns of a published text. */
export const toPublishedColumns = (content: ReviewContent) => ({
  publishedJson: JSON.stringify(content),
  publishedRating: getMeanRating(content.ratings),
  publishedRatings: REVIEW_DIMENSIONS.map((dimension) => content.ratings[dimension]).join(''),
  publishedParts: countParts(content),
  publishedAffiliation: content.affiliation,
})

/** The columns of an unpublished review. */
export const UNPUBLISHED_COLUMNS = {
  publishedJson: null,
  publishedRating: null,
  publishedRatings: null,
  publishedParts: null,
  publishedAffiliation: null,
  writtenAt: null,
  isVerified: false,
  isEdited: false,
} as const

/** Returns a published review's ratings and weighting factors. */
export function toRatedReview({
  publishedRatings,
  publishedParts,
  publishedAffiliation,
  writtenAt,
  isVerified,
}: RatingColumns): RatedReview {
  if (publishedRatings === null || publishedParts === null || publishedAffiliation === null || writtenAt === null)
    throw new Error('a published review lacks rating columns')
  return {
    ratings: parseRatings(publishedRatings),
    affiliation: publishedAffiliation,
    share: getOptionalShare(publishedParts),
    isVerified,
    writtenAt,
  }
}

function parseRatings(digits: string): ReviewRatings {
  const [ability = 0, usability = 0, integration = 0, service = 0, value = 0] = [...digits].map(Number)
  return { ability, usability, integration, service, value }
}
