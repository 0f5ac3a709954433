import type { SearchMatch } from '#contracts/search/search-match.ts'
import { withKeys } from '../../shared/with-keys.ts'

/** An excerpt with the search matches highlighted. */
export const HighlightedMatch = ({ match: { parts } }: { match: SearchMatch }) =>
  withKeys(parts, ({ text }) => text).map(({ key, item: { text, isMatch } }) =>
    isMatch ? (
      <mark key={key} className="rounded-xs bg-indigo-tint text-indigo">
        {text}
      </mark>
    ) : (
      text
    ),
  )

/** Excerpts of the fields that matched a search, except those that show the match themselves. */
export const SearchExcerpts = ({ matches }: { matches: readonly SearchMatch[] }) => (
  <>
    {matches.map((match) => (
      <p key={match.label + match.parts.map(({ text }) => text).join('')} className="mt-3 text-sm">
        <span className="text-muted">{match.label}：</span>
        <HighlightedMatch match={match} />
      </p>
    ))}
  </>
)
