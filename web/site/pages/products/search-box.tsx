import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { CONTROL_CLASS } from '../../parts/form-field.tsx'

/**
 * What stands in a search box whose choice lives in the address. What was typed reaches the address late, and comes
 * back later still; an address that changed by other means (Back, a link) replaces what stands there.
 */
type SearchDraft = {
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

const DEBOUNCE_MS = 300

type SearchBoxProps = {
  search: string
  /** `continues`: the same person is still typing, so this search takes the last one's place in the history. */
  onSearch: (search: string, continues: boolean) => void
}

/** Searches while one types, a moment after the last letter; at once on Enter. */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const id = useId()
  const [evaluation, setDraft] = useState(() => createDraft(search))
  const [isComposing, setIsComposing] = useState(false)
  const hasSent = useRef(false)
  const draft = syncDraft(evaluation, search)
  if (draft !== evaluation) setDraft(draft)

  function send(wanted: string) {
    if (wanted === draft.sent) return
    setDraft({ ...draft, sent: wanted })
    onSearch(wanted, hasSent.current)
    hasSent.current = true
  }
  const sendLater = useEffectEvent(send)

  const wanted = getSearch(draft)
  useEffect(() => {
    // While an input method is open the box holds mails that nobody means to search for.
    if (isComposing) return
    const timer = setTimeout(() => sendLater(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, isComposing])

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
          placeholder="搜索名称、标语或描述，支持拼音"
          autoComplete="off"
          enterKeyHint="search"
          className={`${CONTROL_CLASS} h-12 pl-11`}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) send(wanted)
          }}
          onBlur={() => {
            hasSent.current = false
          }}
        />
      </div>
    </div>
  )
}
