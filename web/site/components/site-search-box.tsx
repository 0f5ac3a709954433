import { Search } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { createLazyImport, useLazyComponent } from '../lazy-import.ts'
import { useNavigate } from '../router.tsx'
import { CONTROL_CLASS } from './control-class.ts'

/** The ARIA state of the suggestions: whether the list is open, and the id of the active option. */
export type SuggestionListState = { isOpen: boolean; activeId: string | undefined }
/** Passes a pressed key to the suggestions before the box handles it. Returns whether they have handled it. */
export type HandleKey = (key: string) => boolean

const CLOSED_LIST: SuggestionListState = { isOpen: false, activeId: undefined }
const lazySuggestions = createLazyImport(async () => (await import('./search-suggestions.tsx')).SearchSuggestions)

type SiteSearchBoxProps = { search?: string; className?: string }

/** The search box for the whole site. Works as a plain form without script. */
export function SiteSearchBox({ search = '', className = '' }: SiteSearchBoxProps) {
  const navigate = useNavigate()
  const [text, setText] = useState(search)
  const [previousSearch, setPreviousSearch] = useState(search)
  const { Suggestions, listProps, inputProps, show, close } = useSuggestions()
  if (search !== previousSearch) {
    setPreviousSearch(search)
    setText(search)
  }

  function openUrl(url: string) {
    close()
    void navigate(url)
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
          className={`${CONTROL_CLASS} h-11 pl-9`}
          onChange={({ target }) => {
            setText(target.value)
            show()
          }}
          {...inputProps}
        />
      </form>
      {Suggestions && <Suggestions search={text.trim()} onChoose={openUrl} {...listProps} />}
    </search>
  )
}

/**
 * Returns the component of the suggestions while they can be shown, which is loaded on focus, and the properties that
 * make the box their combobox.
 */
function useSuggestions() {
  const id = useId()
  const [isComposing, setIsComposing] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [listState, setListState] = useState(CLOSED_LIST)
  const handleKey = useRef<HandleKey>(() => false)
  // If loading fails, the box still works as a form.
  const { Component: Suggestions, preload } = useLazyComponent(lazySuggestions)
  const { isOpen, activeId } = listState

  function handleKeyDown(event: KeyboardEvent) {
    if (handleKey.current(event.key)) event.preventDefault()
    else if (event.key === 'Escape' && isOpen) {
      // The first Escape only closes the list; by default, browsers would clear the box.
      event.preventDefault()
      setIsFocused(false)
    }
  }

  return {
    Suggestions: isFocused && !isComposing ? Suggestions : undefined,
    listProps: { id, handleKey, onListChange: setListState },
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': activeId,
      onFocus() {
        setIsFocused(true)
        preload()
      },
      onBlur: () => setIsFocused(false),
      onCompositionStart: () => setIsComposing(true),
      onCompositionEnd: () => setIsComposing(false),
      onKeyDown: handleKeyDown,
    } satisfies ComponentProps<'input'>,
    show: () => setIsFocused(true),
    close() {
      setIsFocused(false)
      setListState(CLOSED_LIST)
    },
  }
}
