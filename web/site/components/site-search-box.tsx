import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { useNavigate } from '../router.tsx'
import { CONTROL_CLASS } from './control-class.ts'

/** The ARIA state of the suggestions: whether the list is open, and the id of the active option. */
export type SuggestionListState = { isOpen: boolean; activeId: string | undefined }
/** Passes a pressed key to the suggestions before the box handles it. Returns whether they have handled it. */
export type HandleKey = (key: string) => boolean

const CLOSED_LIST: SuggestionListState = { isOpen: false, activeId: undefined }
const loadSuggestionsModule = () => import('./search-suggestions.tsx')
type SuggestionsModule = Awaited<ReturnType<typeof loadSuggestionsModule>>

type SiteSearchBoxProps = { search?: string; className?: string }

/** The search box for the whole site. Works as a plain form without script; loads its suggestions on focus. */
export function SiteSearchBox({ search = '', className = '' }: SiteSearchBoxProps) {
  const listId = useId()
  const navigate = useNavigate()
  const [text, setText] = useState(search)
  const [previousSearch, setPreviousSearch] = useState(search)
  const [isComposing, setIsComposing] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [listState, setListState] = useState(CLOSED_LIST)
  const handleKey = useRef<HandleKey>(() => false)
  const [suggestionsModule, setSuggestionsModule] = useState<SuggestionsModule>()
  if (search !== previousSearch) {
    setPreviousSearch(search)
    setText(search)
  }

  function openUrl(url: string) {
    setIsFocused(false)
    setListState(CLOSED_LIST)
    void navigate(url)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (handleKey.current(event.key)) event.preventDefault()
    else if (event.key === 'Escape' && listState.isOpen) {
      // The first Escape only closes the list; by default, browsers would clear the box.
      event.preventDefault()
      setIsFocused(false)
    }
  }

  const { path, parameters } = SITE_PAGES.search
  return (
    <search className={`relative ${className}`}>
      <form
        action={path}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          openUrl(buildPageUrl(path, parameters, { q: text.trim() }))
        }}
      >
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <input
          type="search"
          name="q"
          value={text}
          maxLength={TEXT.line}
          placeholder="搜索产品、活动与内容"
          aria-label="全站搜索"
          autoComplete="off"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={listState.isOpen}
          aria-controls={listState.isOpen ? listId : undefined}
          aria-activedescendant={listState.activeId}
          className={`${CONTROL_CLASS} h-11 pl-9`}
          onChange={({ target }) => {
            setText(target.value)
            setIsFocused(true)
          }}
          onFocus={() => {
            setIsFocused(true)
            // If loading fails, the box still works as a form.
            if (!suggestionsModule) loadSuggestionsModule().then(setSuggestionsModule, () => undefined)
          }}
          onBlur={() => setIsFocused(false)}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          onKeyDown={handleKeyDown}
        />
      </form>
      {suggestionsModule && isFocused && !isComposing && (
        <suggestionsModule.SearchSuggestions
          id={listId}
          search={text.trim()}
          handleKey={handleKey}
          onListChange={setListState}
          onChoose={openUrl}
        />
      )}
    </search>
  )
}
