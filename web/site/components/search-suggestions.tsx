/** The suggestions of a search box: a listbox to which the box forwards its keys (WAI-ARIA combobox). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { SEARCH } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { SEARCH_KIND_LABELS } from '#contracts/search/kinds.ts'
import type { SearchHit } from '#contracts/search/search.ts'
import { useQueries } from '../site-context.tsx'
import type { HandleKey, SuggestionListState } from './site-search-box.tsx'

const DEBOUNCE_MS = 150

type SearchSuggestionsProps = {
  id: string
  search: string
  handleKey: RefObject<HandleKey>
  onListChange: (list: SuggestionListState) => void
  onChoose: (url: string) => void
}

type Option = { key: string; url: string; title: string; label: string }

/**
 * The suggestions for `search`. Sets `handleKey` to their key handler, and reports their ARIA state by `onListChange`.
 */
export function SearchSuggestions({ id, search, handleKey, onListChange, onChoose }: SearchSuggestionsProps) {
  /** The option that the keys have reached; -1 is the search box itself. */
  const [activeIndex, setActiveIndex] = useState(-1)
  const options = useOptions(search)
  const isOpen = options.length > 0
  const activeId = isOpen && activeIndex >= 0 ? `${id}-${Math.min(activeIndex, options.length - 1)}` : undefined

  const pressKey = useEffectEvent<HandleKey>((key) => {
    if (!isOpen) return false
    const lastIndex = options.length - 1
    const activeOption = options[activeIndex]
    // The box comes after the last option and before the first.
    if (key === 'ArrowDown') setActiveIndex(activeIndex >= lastIndex ? -1 : activeIndex + 1)
    else if (key === 'ArrowUp') setActiveIndex(activeIndex < 0 ? lastIndex : activeIndex - 1)
    else if (key === 'Enter' && activeOption) onChoose(activeOption.url)
    else return false
    return true
  })
  const notifyBox = useEffectEvent(onListChange)

  useEffect(() => {
    const keyHandler = handleKey
    keyHandler.current = (key) => pressKey(key)
    return () => {
      keyHandler.current = () => false
      notifyBox({ isOpen: false, activeId: undefined })
    }
  }, [handleKey])
  useEffect(() => notifyBox({ isOpen, activeId }), [isOpen, activeId])

  return (
    <>
      <p className="sr-only" role="status">
        {isOpen && `${options.length}条建议，用上下方向键选择`}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label="搜索建议"
        hidden={!isOpen}
        className="card absolute inset-x-0 top-full z-50 mt-1 max-h-[70dvh] min-w-72 overflow-y-auto p-1.5 shadow-lg"
      >
        {options.map(({ key, url, title, label }, index) => (
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            tabIndex={-1}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2.5 hover:bg-sunken aria-selected:bg-indigo-tint aria-selected:text-indigo"
            // The focus stays in the box.
            onMouseDown={(event) => event.preventDefault()}
            onPointerUp={({ button }) => button === 0 && onChoose(url)}
          >
            <span className="min-w-0 truncate">{title}</span>
            <span className="ml-auto shrink-0 text-sm text-muted">{label}</span>
          </div>
        ))}
      </div>
    </>
  )
}

/** Returns the suggestions for a search, debounced; the last option leads to all results. */
function useOptions(search: string): Option[] {
  const debouncedSearch = useDebounced(search)
  const { data } = useQuery({
    ...useQueries().search({ q: debouncedSearch, kind: '', page: 1 }),
    enabled: debouncedSearch !== '',
    placeholderData: keepPreviousData,
  })
  if (search === '' || !data || data.items.length === 0) return []
  return [...data.items.slice(0, SEARCH.suggestions).map(toOption), createAllResultsOption(search)]
}

/** Returns a text after it has stayed the same for `DEBOUNCE_MS`. */
function useDebounced(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debouncedText
}

const toOption = ({ kind, title, url, excerpt }: SearchHit): Option => ({
  key: `${kind} ${url} ${title} ${excerpt}`,
  url,
  title,
  label: SEARCH_KIND_LABELS[kind],
})

function createAllResultsOption(search: string): Option {
  const { path, parameters } = SITE_PAGES.search
  return {
    key: 'all',
    url: buildPageUrl(path, parameters, { q: search }),
    title: `查看“${search}”的全部结果`,
    label: '',
  }
}
