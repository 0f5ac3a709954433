import type { Found } from '#contracts/search/found.ts'

/** An excerpt with the search match highlighted. */
export const Marked = ({ place: { before, match, after } }: { place: Found }) => (
  <>
    {before}
    <mark className="rounded-xs bg-indigo-ground text-indigo">{match}</mark>
    {after}
  </>
)

/** An excerpt of the field that matched a search, if the title doesn't show the match. */
export const FoundPlace = ({ place }: { place: Found }) => (
  <p className="mt-3 text-sm">
    <span className="text-muted">{place.label}：</span>
    <Marked place={place} />
  </p>
)
