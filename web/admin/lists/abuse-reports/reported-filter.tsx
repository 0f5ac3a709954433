import { SelectFilter } from '../filter-bar.tsx'
import type { Filters } from '../use-filters.ts'

const OPTIONS = [{ value: 'true', label: '被举报' }]

/** Filters a list by whether members have reported the text. */
export const ReportedFilter = ({ filters }: { filters: Filters }) => (
  <SelectFilter label="举报" options={OPTIONS} {...filters.getFieldProps('reported')} />
)
