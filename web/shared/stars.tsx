import { Star } from 'lucide-react'

const PLACES = [1, 2, 3, 4, 5] as const

/** Five stars by the floor of a rating of 0 to 5, the number beside them; `null` says that nobody has rated it. */
export function Stars({ rating, showNumber = true }: { rating: number | null; showNumber?: boolean }) {
  if (rating === null) return <span className="text-sm text-muted">暂无评分</span>
  const full = Math.floor(rating)
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="inline-flex text-star" role="img" aria-label={`评分${rating.toFixed(1)}，满分5分`}>
        {PLACES.map((place) => (
          <Star key={place} className="size-4" fill={place <= full ? 'currentColor' : 'none'} aria-hidden />
        ))}
      </span>
      {showNumber && (
        <span className="text-sm font-semibold tabular-nums" aria-hidden>
          {rating.toFixed(1)}
        </span>
      )}
    </span>
  )
}
