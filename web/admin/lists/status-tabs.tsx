import { ChoiceTabs } from '../components/choice-tabs.tsx'
import type { Filters } from './use-filters.ts'

type StatusTabsProps<Status extends string> = {
  filters: Filters
  statuses: readonly Status[]
  labels: Readonly<Record<Status, string>>
  /** The number of items per status; `undefined` before they are loaded. */
  counts: Readonly<Record<Status, number>> | undefined
}

/** Filters a list by status; each tab shows the number of items. */
export function StatusTabs<Status extends string>({ filters, statuses, labels, counts }: StatusTabsProps<Status>) {
  const totalCount = counts && statuses.reduce((sum, status) => sum + counts[status], 0)
  return (
    <ChoiceTabs
      label="按状态筛选"
      options={[
        { value: '', label: '全部', count: totalCount },
        ...statuses.map((status) => ({ value: status, label: labels[status], count: counts?.[status] })),
      ]}
      {...filters.getFieldProps('status')}
    />
  )
}
