import { SelectFilter } from '../filter-bar.tsx'
import type { Filters } from '../use-filters.ts'

const OPTIONS = [{ value: 'true', label: '被举报' }]

/**
 * Filters a list by whether members have reported the text. They report what is published, so choosing it leaves the tab of
 * what awaits a decision.
 */
export const ReportedFilter = ({ filters }: { filters: Filters }) => (
  <SelectFilter
    label="举报"
    options={OPTIONS}
    value={filters.get('reported')}
    onChange={(reported) => filters.set(reported ? { reported, status: '' } : { reported })}
  />
)
