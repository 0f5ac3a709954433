import type { SearchMatch } from '#contracts/search/search-match.ts'

/** An excerpt with the search match highlighted. */
export const Marked = ({ place: { before, match, after } }: { place: SearchMatch }) => (
  <>
    {before}
    <mark className="rounded-xs bg-indigo-ground text-indigo">{match}</mark>
    {after}
  </>
)

/** An excerpt of the field that matched a search, if the title doesn't show the match. */
export const SearchExcerpt = ({ place }: { place: SearchMatch }) => (
  <p className="mt-3 text-sm">
    <span className="text-muted">{place.label}：</span>
    <Marked place={place} />
  </p>
)
