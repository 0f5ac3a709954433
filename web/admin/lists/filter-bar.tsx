import { Input, Select } from 'antd'
import { type ReactNode, useId } from 'react'

type FilterBarProps = { label: string; children: ReactNode }

/** The filters above a list: two beside each other on a phone, below the search, in a row from tablets on. */
export const FilterBar = ({ label, children }: FilterBarProps) => (
  <search className="grid grid-cols-2 gap-3 pb-4 lg:grid-cols-4" aria-label={label}>
    {children}
  </search>
)

type FilterFieldProps = { label: string; className?: string; children: (id: string) => ReactNode }

/** A filter under its label; `children` gets the id that the label names. */
export function FilterField({ label, className = '', children }: FilterFieldProps) {
  const id = useId()
  return (
    <div className={`flex min-w-0 flex-col gap-1 text-sm text-muted ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

type ValueProps = { label: string; value: string; onChange: (value: string) => void }
type SelectFilterProps = ValueProps & { options: readonly { value: string; label: string }[] }

/** One of several; nothing chosen filters nothing. */
export const SelectFilter = ({ label, value, options, onChange }: SelectFilterProps) => (
  <FilterField label={label}>
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

export const DayFilter = ({ label, value, onChange }: ValueProps) => (
  <FilterField label={label}>
    {(id) => <Input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />}
  </FilterField>
)
