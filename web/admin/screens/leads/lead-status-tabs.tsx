import { AlarmClock } from 'lucide-react'
import type { LeadCounts } from '#contracts/leads/lead.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contracts/vocabulary.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import type { Filters } from '../../lists/use-filters.ts'

type LeadStatusTabsProps = { filters: Filters; counts: LeadCounts | undefined }

/** The tab of the late leads, of any status. */
const LATE = 'late'

/** Filters the leads by status, or the late ones; each tab shows the number of leads. */
export function LeadStatusTabs({ filters, counts }: LeadStatusTabsProps) {
  const isLateFilter = filters.get('late') === 'true'
  const totalCount = counts && LEAD_STATUSES.reduce((sum, status) => sum + counts.statuses[status], 0)
  const hasLate = (counts?.late ?? 0) > 0
  return (
    <ChoiceTabs
      label="按状态筛选"
      options={[
        { value: '', label: '全部', count: totalCount },
        ...LEAD_STATUSES.map((status) => ({
          value: status,
          label: LEAD_STATUS_LABELS[status],
          count: counts?.statuses[status],
        })),
        {
          value: LATE,
          label: '已超时',
          count: counts?.late,
          warningIcon: hasLate && <AlarmClock className="size-4" aria-hidden />,
        },
      ]}
      value={isLateFilter ? LATE : filters.get('status')}
      onChange={(value) => filters.set(value === LATE ? { status: 'new', late: 'true' } : { status: value, late: '' })}
    />
  )
}
