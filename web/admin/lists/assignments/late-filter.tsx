import { SelectFilter } from '../filter-bar.tsx'
import type { Filters } from '../use-filters.ts'

const OPTIONS = [{ value: 'true', label: '已逾期' }]

/** Filters a list by whether the deadline has passed. */
export const LateFilter = ({ filters }: { filters: Filters }) => (
  <SelectFilter label="期限" options={OPTIONS} {...filters.getFieldProps('late')} />
)
