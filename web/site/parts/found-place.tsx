import type { Found } from '#contracts/search/found.ts'

/** The text in which a search found something, with the match marked. */
export const Marked = ({ place: { before, match, after } }: { place: Found }) => (
  <>
    {before}
    <mark className="rounded-xs bg-indigo-ground text-indigo">{match}</mark>
    {after}
  </>
)

/** Where a search found something that its title doesn't show. */
export const FoundPlace = ({ place }: { place: Found }) => (
  <p className="mt-3 text-sm">
    <span className="text-muted">{place.label}：</span>
    <Marked place={place} />
  </p>
)
