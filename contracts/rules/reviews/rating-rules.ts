/** The published constants of members' ratings. `/about/ratings` is made of them; nothing else decides a weight. */
export const RATING_RULES = {
  /** Fewer reviews that count make no rating. */
  minReviews: 5,
  /**
   * What is assumed of a product before anybody has rated it: the middle of the scale, as heavily as so many reviews of
   * full weight.
   */
  prior: { mean: 3, weight: 3 },
  /** A review's weight halves with every so many months. */
  halfLifeMonths: 18,
  /** The weight of a review that says nothing beyond what it has to; each further part adds an equal share up to 1. */
  bareFullness: 0.5,
  /** The weight of a review whose use of the product nobody has verified. */
  unverified: 0.5,
} as const

/** The parts of a review that may be left out; `fullness` counts those that are there. Reviews keep that number: another list needs a migration. */
export const OPTIONAL_REVIEW_PARTS = ['advice', 'role', 'industry', 'companySize', 'deployment', 'monthsOfUse'] as const
export type OptionalReviewPart = (typeof OPTIONAL_REVIEW_PARTS)[number]
