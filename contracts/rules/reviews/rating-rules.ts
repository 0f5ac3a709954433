/**
 * The published constants of members' ratings. `/about/ratings` is generated from them; nothing else determines a
 * weight.
 */
export const RATING_RULES = {
  /** The minimum number of counted reviews for a rating. */
  minReviews: 5,
  /**
   * The assumed rating of a product that nobody has rated: the middle of the scale, with the weight of this many
   * reviews of full weight.
   */
  prior: { mean: 3, weight: 3 },
  /** The number of months after which a review's weight is halved. */
  halfLifeMonths: 18,
  /** The weight of a review with only its required parts; each optional part adds an equal share, up to 1. */
  bareFullness: 0.5,
  /** The weight of a review whose author's use of the product isn't verified. */
  unverified: 0.5,
} as const

/**
 * The optional parts of a review; `fullness` counts those that are present. Reviews store that number, so changing the
 * list requires a migration.
 */
export const OPTIONAL_REVIEW_PARTS = ['advice', 'role', 'industry', 'companySize', 'deployment', 'monthsOfUse'] as const
export type OptionalReviewPart = (typeof OPTIONAL_REVIEW_PARTS)[number]
