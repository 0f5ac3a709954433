import { Button, Input, Select } from 'antd'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { CLEAR_BUTTON } from '../components/clear-button.tsx'

type FilterBarProps = {
  label: string
  /** The filter that stays visible beside the button on a phone. Without it, all filters do. */
  search?: ReactNode
  /** How many of the other filters are set. */
  activeCount?: number
  /** Whether a button opens the other filters in every window, instead of on a phone only. */
  isAlwaysCollapsible?: boolean
  children: ReactNode
}

/** The filters above a list, in one row on a desktop. On a phone, a button opens those beside the search. */
export function FilterBar({ label, search, activeCount = 0, isAlwaysCollapsible = false, children }: FilterBarProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(activeCount > 0)
  if (!search)
    return (
      <search className="grid grid-cols-2 gap-3 pb-4 lg:grid-cols-[repeat(4,minmax(0,12rem))]" aria-label={label}>
        {children}
      </search>
    )
  return (
    <search
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 pb-4 ${isAlwaysCollapsible ? COLLAPSIBLE_CLASS : ROW_CLASS}`}
      aria-label={label}
    >
      {search}
      <Button
        className={isAlwaysCollapsible ? '' : 'sm:hidden'}
        icon={<ListFilter className="size-4" aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        筛选{activeCount > 0 && `（${activeCount}）`}
      </Button>
      <div
        id={id}
        className={`${isOpen ? 'col-span-full grid grid-cols-2 gap-3' : 'hidden'} ${isAlwaysCollapsible ? 'sm:max-w-md' : 'sm:contents'}`}
      >
        {children}
      </div>
    </search>
  )
}

const COLLAPSIBLE_CLASS = 'sm:grid-cols-[minmax(0,28rem)_auto_1fr]'
/** The search takes what the other filters leave. */
const ROW_CLASS =
  'sm:grid-cols-2 lg:grid-flow-col lg:auto-cols-[minmax(0,12rem)] lg:grid-cols-[minmax(0,22rem)] lg:grid-rows-1'

type FilterFieldProps = {
  label: string
  className?: string
  /** Why the server rejects the value; its id is `${id}-error`. */
  error?: string | undefined
  children: (id: string) => ReactNode
}

/** A labelled filter; `children` receives the id that the label refers to. */
export function FilterField({ label, className = '', error, children }: FilterFieldProps) {
  const id = useId()
  return (
    <div className={`flex min-w-0 flex-col gap-1 text-sm text-muted ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {error && (
        <p id={`${id}-error`} className="text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

type FilterProps = { label: string; value: string; onChange: (value: string) => void }
type SelectFilterProps = FilterProps & {
  options: readonly { value: string; label: string }[]
  className?: string
}

/** A filter with options; without a selection it has no effect. */
export const SelectFilter = ({ label, value, options, className = '', onChange }: SelectFilterProps) => (
  <FilterField label={label} className={className}>
    {(id) => (
      <Select
        id={id}
        allowClear={CLEAR_BUTTON}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="全部"
        value={value || undefined}
        options={[...options]}
        onChange={(option: string | undefined) => onChange(option ?? '')}
      />
    )}
  </FilterField>
)

type DateFilterProps = FilterProps & Pick<FilterFieldProps, 'error'>

/** A date before this one is the beginning of a year that is being typed: `0002`, `0020`. */
const FIRST_DATE = '1000-01-01'

/**
 * A date, which is reported once its year is typed. Meanwhile it is the input's own: a filter in the URL follows too late,
 * and the input would be reset under the keys.
 */
export function DateFilter({ label, value, error, onChange }: DateFilterProps) {
  const [text, setText] = useState(value)
  const [lastReport, setLastReport] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    // The value was changed by something else than this input, such as the back button.
    if (value !== lastReport) {
      setLastReport(value)
      setText(value)
    }
  }

  function handleChange(date: string) {
    setText(date)
    if (date !== '' && date < FIRST_DATE) return
    setLastReport(date)
    onChange(date)
  }

  return (
    <FilterField label={label} error={error}>
      {(id) => (
        <Input
          id={id}
          type="date"
          value={text}
          status={error ? 'error' : ''}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => handleChange(event.target.value)}
        />
      )}
    </FilterField>
  )
}
