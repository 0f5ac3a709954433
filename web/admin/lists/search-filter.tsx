import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contracts/limits.ts'
import { FilterField } from './filter-bar.tsx'

type SearchFilterProps = {
  label: string
  placeholder?: string
  value: string
  /** Every pause is a search; the browser's history has them as one. */
  onChange: (text: string, options: { replace: true }) => void
}

/** Searches when typing pauses, immediately on Enter; not while an input method is composing. */
export function SearchFilter({ label, placeholder, value, onChange }: SearchFilterProps) {
  const [input, setInput] = useState(value)
  const [lastSent, setLastSent] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isComposing = useRef(false)
  // What was typed for a list that is left is no search of the next one.
  useEffect(() => () => clearTimeout(timer.current), [])

  if (value !== lastValue) {
    setLastValue(value)
    // Changed elsewhere: the filters were cleared, or somebody went back.
    if (value !== lastSent) {
      setLastSent(value)
      setInput(value)
    }
  }

  function search(text: string) {
    clearTimeout(timer.current)
    setLastSent(text.trim())
    onChange(text.trim(), { replace: true })
  }
  function searchSoon(text: string) {
    clearTimeout(timer.current)
    if (!isComposing.current) timer.current = setTimeout(() => search(text), SEARCH_DEBOUNCE_MS)
  }

  return (
    <FilterField label={label} className="max-sm:col-span-full">
      {(id) => (
        <Input
          id={id}
          type="search"
          allowClear
          placeholder={placeholder}
          value={input}
          onChange={(event) => {
            setInput(event.target.value)
            searchSoon(event.target.value)
          }}
          onCompositionStart={() => {
            isComposing.current = true
            clearTimeout(timer.current)
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            searchSoon(event.currentTarget.value)
          }}
          onPressEnter={(event) => !event.nativeEvent.isComposing && search(input)}
        />
      )}
    </FilterField>
  )
}
