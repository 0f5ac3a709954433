import { AlarmClock } from 'lucide-react'
import type { LeadCounts } from '#contracts/leads/lead.ts'
import { LEAD_STATES } from '#contracts/vocabulary.ts'
import type { Filters } from '../../lists/use-filters.ts'
import { ChoiceTab, ChoiceTabs } from '../../parts/choice-tab.tsx'

type StateTabsProps = { filters: Filters; counts: LeadCounts | undefined }

/** The states with how many leads each has, and those that are late. */
export function StateTabs({ filters, counts }: StateTabsProps) {
  const state = filters.value('state')
  const isLate = filters.value('late') === 'true'
  const all = counts && LEAD_STATES.reduce((sum, each) => sum + counts.states[each], 0)
  const hasLate = (counts?.late ?? 0) > 0
  return (
    <ChoiceTabs label="按状态筛选">
      <ChoiceTab
        label="全部"
        count={all}
        isChosen={state === '' && !isLate}
        onChoose={() => filters.set({ state: '', late: '' })}
      />
      {LEAD_STATES.map((each) => (
        <ChoiceTab
          key={each}
          label={each}
          count={counts?.states[each]}
          isChosen={state === each && !isLate}
          onChoose={() => filters.set({ state: each, late: '' })}
        />
      ))}
      <ChoiceTab
        label="已超时"
        count={counts?.late}
        isChosen={isLate}
        alarm={hasLate && <AlarmClock className="size-4" aria-hidden />}
        onChoose={() => filters.set({ state: '', late: 'true' })}
      />
    </ChoiceTabs>
  )
}
