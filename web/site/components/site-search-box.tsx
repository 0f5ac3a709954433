import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { useNavigate } from '../router.tsx'
import { CONTROL_CLASS } from './control-class.ts'

/** The ARIA state of the suggestions: whether the list is open, and the id of the active option. */
export type SuggestionListState = { isOpen: boolean; activeId: string | undefined }
/** Offers a key to the suggestions before the box handles it; returns whether they handled it. */
export type HandleKey = (key: string) => boolean

const CLOSED_LIST: SuggestionListState = { isOpen: false, activeId: undefined }
const loadSuggestions = () => import('./search-suggestions.tsx')
type Suggestions = Awaited<ReturnType<typeof loadSuggestions>>

type SiteSearchBoxProps = { search?: string; className?: string }

/** The site-wide search. Without script it is a plain form; its suggestions are loaded on focus. */
export function SiteSearchBox({ search = '', className = '' }: SiteSearchBoxProps) {
  const listId = useId()
  const navigate = useNavigate()
  const [text, setText] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  const [isComposing, setIsComposing] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [list, setList] = useState(CLOSED_LIST)
  const handleKey = useRef<HandleKey>(() => false)
  const [suggestions, setSuggestions] = useState<Suggestions>()
  if (search !== lastSearch) {
    setLastSearch(search)
    setText(search)
  }

  function openUrl(url: string) {
    setIsFocused(false)
    setList(CLOSED_LIST)
    void navigate(url)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (handleKey.current(event.key)) event.preventDefault()
    else if (event.key === 'Escape' && list.isOpen) {
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
          aria-expanded={list.isOpen}
          aria-controls={list.isOpen ? listId : undefined}
          aria-activedescendant={list.activeId}
          className={`${CONTROL_CLASS} h-11 pl-9`}
          onChange={({ target }) => {
            setText(target.value)
            setIsFocused(true)
          }}
          onFocus={() => {
            setIsFocused(true)
            // If this fails, the box still works as a form.
            if (!suggestions) loadSuggestions().then(setSuggestions, () => undefined)
          }}
          onBlur={() => setIsFocused(false)}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          onKeyDown={onKeyDown}
        />
      </form>
      {suggestions && isFocused && !isComposing && (
        <suggestions.SearchSuggestions
          id={listId}
          search={text.trim()}
          handleKey={handleKey}
          onList={setList}
          onChoose={openUrl}
        />
      )}
    </search>
  )
}
