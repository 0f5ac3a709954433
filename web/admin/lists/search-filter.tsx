import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contracts/limits.ts'
import { useShortcuts } from '../components/use-shortcuts.ts'
import { FilterField } from './filter-bar.tsx'

type SearchFilterProps = {
  label: string
  placeholder?: string
  value: string
  /** Called when typing pauses. With `replace`, the search adds no entry to the browser history. */
  onChange: (text: string, options: { replace: true }) => void
}

/** A debounced search field, to which the key `/` moves. Searches immediately on Enter, and not while an input method is composing. */
export function SearchFilter({ label, placeholder, value, onChange }: SearchFilterProps) {
  const [input, setInput] = useState(value)
  /** What this field searched for last. */
  const [lastSearch, setLastSearch] = useState(value)
  /** The value at the last render, to notice when it changes. */
  const [lastValue, setLastValue] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isComposing = useRef(false)
  const field = useRef<InputRef>(null)
  useShortcuts({ '/': () => field.current?.focus({ cursor: 'all' }) })
  // A pending search must not apply to the next list after navigation.
  useEffect(() => () => clearTimeout(timer.current), [])

  if (value !== lastValue) {
    setLastValue(value)
    // The value was changed by something else than this input, such as the back button.
    if (value !== lastSearch) {
      setLastSearch(value)
      setInput(value)
    }
  }

  function search(text: string) {
    clearTimeout(timer.current)
    setLastSearch(text.trim())
    onChange(text.trim(), { replace: true })
  }
  function searchDebounced(text: string) {
    clearTimeout(timer.current)
    if (!isComposing.current) timer.current = setTimeout(() => search(text), SEARCH_DEBOUNCE_MS)
  }

  return (
    <FilterField label={label}>
      {(id) => (
        <Input
          ref={field}
          id={id}
          type="search"
          aria-keyshortcuts="/"
          allowClear
          placeholder={placeholder}
          value={input}
          onChange={(event) => {
            setInput(event.target.value)
            searchDebounced(event.target.value)
          }}
          onCompositionStart={() => {
            isComposing.current = true
            clearTimeout(timer.current)
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            searchDebounced(event.currentTarget.value)
          }}
          onPressEnter={() => search(input)}
        />
      )}
    </FilterField>
  )
}
