import { REVIEW_STATUS_LABELS, REVIEW_STATUSES, type ReviewCounts } from '#contracts/product-reviews/product-review.ts'
import type { Filters } from '../../lists/use-filters.ts'
import { ChoiceTab, ChoiceTabs } from '../../parts/choice-tab.tsx'

/** Both statuses with how many reviews each has. */
export function StatusTabs({ filters, counts }: { filters: Filters; counts: ReviewCounts | undefined }) {
  const chosen = filters.value('status')
  return (
    <ChoiceTabs label="按状态筛选">
      <ChoiceTab
        label="全部"
        count={counts && counts.shown + counts.hidden}
        isChosen={chosen === ''}
        onChoose={() => filters.set({ status: '' })}
      />
      {REVIEW_STATUSES.map((status) => (
        <ChoiceTab
          key={status}
          label={REVIEW_STATUS_LABELS[status]}
          count={counts?.[status]}
          isChosen={chosen === status}
          onChoose={() => filters.set({ status })}
        />
      ))}
    </ChoiceTabs>
  )
}
