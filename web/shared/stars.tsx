import { toStars } from '#contracts/rules/reviews/star-count.ts'

const POSITIONS = [1, 2, 3, 4, 5] as const

/** The path of one star in a box of 24 units, clockwise from its top; a move to the next star follows. */
const STAR_PATH = 'l3.09 6.26 6.91 1.01-5 4.87 1.18 6.88-6.18-3.25-6.18 3.25 1.18-6.88-5-4.87 6.91-1.01z'
const buildPath = (first: number, last: number): string => {
  const stars = POSITIONS.filter((position) => position >= first && position <= last).map(() => STAR_PATH)
  return `M${24 * first - 12} 2${stars.join('m24 0')}`
}
/** The drawing for each number of full stars (`toStars`), built once since lists contain many. */
const DRAWINGS_BY_FULL_STARS = [0, ...POSITIONS].map((fullStars) => (
  <>
    {fullStars > 0 && <path d={buildPath(1, fullStars)} fill="currentColor" />}
    {fullStars < POSITIONS.length && <path d={buildPath(fullStars + 1, POSITIONS.length)} />}
  </>
))

/** Five stars, filled up to the floor of a rating of 1 to 5, followed by the number; `null` means unrated. */
export function Stars({ rating, showNumber = true }: { rating: number | null; showNumber?: boolean }) {
  if (rating === null) return <span className="text-sm text-muted">暂无评分</span>
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg
        className="h-4 w-20 text-star"
        viewBox="0 0 120 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        role="img"
        aria-label={`评分${rating.toFixed(1)}，满分5分`}
      >
        {DRAWINGS_BY_FULL_STARS[toStars(rating)]}
      </svg>
      {showNumber && (
        <span className="text-sm font-semibold tabular-nums" aria-hidden>
          {rating.toFixed(1)}
        </span>
      )}
    </span>
  )
}
