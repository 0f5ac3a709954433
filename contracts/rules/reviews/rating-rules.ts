/**
 * The published constants of members' ratings. `/about/ratings` is generated from them; nothing else determines a
 * weight.
 */
export const RATING_RULES = {
  /** The minimum number of counted reviews for a rating. */
  minReviews: 5,
  /** The assumed rating of an unrated product: the middle of the scale, weighted as this many full reviews. */
  prior: { mean: 3, weight: 3 },
  /** The number of months after which a review's weight is halved. */
  halfLifeMonths: 18,
  /** The weight of a review with only its required parts; each optional part adds an equal share, up to 1. */
  minCompletenessWeight: 0.5,
  /** The weight of a review whose author's use of the product isn't verified. */
  unverifiedWeight: 0.5,
} as const

/**
 * The optional parts of a review. Reviews store how many of them are present, so changing the list requires a
 * migration.
 */
export const OPTIONAL_REVIEW_PARTS = ['advice', 'role', 'industry', 'companySize', 'deployment', 'monthsOfUse'] as const
export type OptionalReviewPart = (typeof OPTIONAL_REVIEW_PARTS)[number]
