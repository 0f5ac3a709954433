import type { SearchMatch } from '#contracts/search/search-match.ts'

/** An excerpt with the search match highlighted. */
export const HighlightedMatch = ({ match: { before, match, after } }: { match: SearchMatch }) => (
  <>
    {before}
    <mark className="rounded-xs bg-indigo-tint text-indigo">{match}</mark>
    {after}
  </>
)

/** An excerpt of the field that matched a search, if the title doesn't show the match. */
export const SearchExcerpt = ({ match }: { match: SearchMatch }) => (
  <p className="mt-3 text-sm">
    <span className="text-muted">{match.label}：</span>
    <HighlightedMatch match={match} />
  </p>
)
