import { Input, Select } from 'antd'
import { type ReactNode, useId } from 'react'

type FilterBarProps = { label: string; children: ReactNode }

/** The filters above a list: two per row below the search on a phone, one row on a desktop. */
export const FilterBar = ({ label, children }: FilterBarProps) => (
  <search className="grid grid-cols-2 gap-3 pb-4 lg:grid-cols-4 lg:has-[>:nth-child(5)]:grid-cols-5" aria-label={label}>
    {children}
  </search>
)

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
        allowClear
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

export const DateFilter = ({ label, value, error, onChange }: DateFilterProps) => (
  <FilterField label={label} error={error}>
    {(id) => (
      <Input
        id={id}
        type="date"
        value={value}
        status={error ? 'error' : ''}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FilterField>
)
