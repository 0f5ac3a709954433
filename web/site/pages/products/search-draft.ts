/**
 * What stands in a search box whose choice lives in the address. What was typed reaches the address late, and comes
 * back later still; an address that changed by other means (Back, a link) replaces what stands there.
 */
export type SearchDraft = {
  text: string
  /** The search that was last sent to the address. */
  sent: string
  /** The address's search that this was last brought in step with. */
  lastSeen: string
}

export const createDraft = (search: string): SearchDraft => ({ text: search, sent: search, lastSeen: search })

/** The draft once the address's search is `search`. */
export function syncDraft(draft: SearchDraft, search: string): SearchDraft {
  if (search === draft.lastSeen) return draft
  return search === draft.sent ? { ...draft, lastSeen: search } : createDraft(search)
}

/** Returns what a draft would send: nothing but blanks is no search. */
export const getSearch = ({ text }: SearchDraft): string => text.trim()
