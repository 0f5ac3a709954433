/** The stars of a rating, for drawing and counting alike. */
export const STARS = [5, 4, 3, 2, 1] as const
export type StarCount = (typeof STARS)[number]

/** Returns the number of full stars of a rating of 1 to 5: its floor. */
export const toStars = (rating: number): StarCount => STARS.find((stars) => rating >= stars) ?? 1
