import { AlarmClock } from 'lucide-react'
import type { LeadCounts } from '#contracts/leads/lead.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contracts/vocabulary.ts'
import { ChoiceTab, ChoiceTabs } from '../../components/choice-tab.tsx'
import type { Filters } from '../../lists/use-filters.ts'

type StatusTabsProps = { filters: Filters; counts: LeadCounts | undefined }

/** Filters the leads by status, or the late ones; each tab shows the number of leads. */
export function StatusTabs({ filters, counts }: StatusTabsProps) {
  const status = filters.get('status')
  const isOverdueFilter = filters.get('late') === 'true'
  const totalCount = counts && LEAD_STATUSES.reduce((sum, item) => sum + counts.statuses[item], 0)
  const hasOverdue = (counts?.late ?? 0) > 0
  return (
    <ChoiceTabs label="按状态筛选">
      <ChoiceTab
        label="全部"
        count={totalCount}
        isSelected={status === '' && !isOverdueFilter}
        onSelect={() => filters.set({ status: '', late: '' })}
      />
      {LEAD_STATUSES.map((item) => (
        <ChoiceTab
          key={item}
          label={LEAD_STATUS_LABELS[item]}
          count={counts?.statuses[item]}
          isSelected={status === item && !isOverdueFilter}
          onSelect={() => filters.set({ status: item, late: '' })}
        />
      ))}
      <ChoiceTab
        label="已超时"
        count={counts?.late}
        isSelected={isOverdueFilter}
        warningIcon={hasOverdue && <AlarmClock className="size-4" aria-hidden />}
        onSelect={() => filters.set({ status: '', late: 'true' })}
      />
    </ChoiceTabs>
  )
}
