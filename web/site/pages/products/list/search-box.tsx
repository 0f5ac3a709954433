import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'

/**
 * The text of the search box, whose search is stored in the URL. Typed text is written to the URL with a delay, and the
 * changed URL is rendered even later; a URL that was changed by other means (going back, a link) replaces the text.
 */
type SearchDraft = {
  text: string
  /** The search that was last written to the URL. */
  lastSubmitted: string
  /** The URL's search that the draft was last synchronized with. */
  lastSynced: string
}

export const createDraft = (search: string): SearchDraft => ({
  text: search,
  lastSubmitted: search,
  lastSynced: search,
})

/** Returns the draft after the search in the URL has become `search`. */
export function syncDraft(draft: SearchDraft, search: string): SearchDraft {
  if (search === draft.lastSynced) return draft
  return search === draft.lastSubmitted ? { ...draft, lastSynced: search } : createDraft(search)
}

/** Returns a draft's search, trimmed. */
export const getSearch = ({ text }: SearchDraft): string => text.trim()

const DEBOUNCE_MS = 300

type SearchBoxProps = {
  search: string
  /** If `isTyping`, this search continues the previous one, and replaces it in the history. */
  onSearch: (search: string, isTyping: boolean) => void
}

/** The search box of a catalogue. Searches after a pause in typing, or immediately on Enter. */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const id = useId()
  const [storedDraft, setDraft] = useState(() => createDraft(search))
  const [isComposing, setIsComposing] = useState(false)
  const isContinuedSearch = useRef(false)
  const draft = syncDraft(storedDraft, search)
  if (draft !== storedDraft) setDraft(draft)

  function submitSearch(nextSearch: string) {
    if (nextSearch === draft.lastSubmitted) return
    setDraft({ ...draft, lastSubmitted: nextSearch })
    onSearch(nextSearch, isContinuedSearch.current)
    isContinuedSearch.current = true
  }
  const submitAfterDelay = useEffectEvent(submitSearch)

  const draftSearch = getSearch(draft)
  useEffect(() => {
    // While an input method is composing, the box contains letters that aren't part of the search.
    if (isComposing) return
    const timer = setTimeout(() => submitAfterDelay(draftSearch), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draftSearch, isComposing])

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        搜索
      </label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <input
          id={id}
          type="search"
          name="search"
          value={draft.text}
          maxLength={TEXT.line}
          placeholder="名称、厂商、能力，支持拼音"
          autoComplete="off"
          enterKeyHint="search"
          className={`${CONTROL_CLASS} h-12 pl-11`}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') submitSearch(draftSearch)
          }}
          onBlur={() => {
            isContinuedSearch.current = false
          }}
        />
      </div>
    </div>
  )
}
