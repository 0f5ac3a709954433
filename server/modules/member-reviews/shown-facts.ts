/** What a shown review rates and weighs by: kept in columns beside its text, so that ratings read an index alone. */
import { REVIEW_DIMENSIONS, type ReviewRatings } from '#contracts/member-reviews/choices.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'
import { getMeanRating, type RatedReview } from '#contracts/rules/reviews/review-summary.ts'
import { countParts, getOptionalShare } from '#contracts/rules/reviews/review-weight.ts'
import type { ReviewRow } from './store.ts'

export type ShownFacts = Pick<
  ReviewRow,
  'shownRatings' | 'shownParts' | 'shownAffiliation' | 'writtenAt' | 'isVerified'
>

/** Returns the columns of a text that readers see. */
export const toShownColumns = (content: ReviewContent) => ({
  shownJson: JSON.stringify(content),
  shownRating: getMeanRating(content.ratings),
  shownRatings: REVIEW_DIMENSIONS.map((dimension) => content.ratings[dimension]).join(''),
  shownParts: countParts(content),
  shownAffiliation: content.affiliation,
})

/** A review's columns when nothing of it is shown. */
export const NOT_SHOWN = {
  shownJson: null,
  shownRating: null,
  shownRatings: null,
  shownParts: null,
  shownAffiliation: null,
  writtenAt: null,
  isVerified: false,
  isEdited: false,
} as const

/** Returns what a shown review weighs by and says. */
export function toRatedReview({
  shownRatings,
  shownParts,
  shownAffiliation,
  writtenAt,
  isVerified,
}: ShownFacts): RatedReview {
  if (shownRatings === null || shownParts === null || shownAffiliation === null || writtenAt === null)
    throw new Error('a review is shown of which not all is known')
  return {
    ratings: readRatings(shownRatings),
    affiliation: shownAffiliation,
    share: getOptionalShare(shownParts),
    isVerified,
    writtenAt,
  }
}

function readRatings(digits: string): ReviewRatings {
  const [ability = 0, usability = 0, integration = 0, service = 0, value = 0] = [...digits].map(Number)
  return { ability, usability, integration, service, value }
}
