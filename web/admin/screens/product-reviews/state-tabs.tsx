import { REVIEW_STATE_LABELS, REVIEW_STATES, type ReviewCounts } from '#contracts/product-reviews/product-review.ts'
import type { Filters } from '../../lists/use-filters.ts'
import { ChoiceTab, ChoiceTabs } from '../../parts/choice-tab.tsx'

/** Both states with how many reviews each has. */
export function StateTabs({ filters, counts }: { filters: Filters; counts: ReviewCounts | undefined }) {
  const chosen = filters.value('state')
  return (
    <ChoiceTabs label="按状态筛选">
      <ChoiceTab
        label="全部"
        count={counts && counts.shown + counts.hidden}
        isChosen={chosen === ''}
        onChoose={() => filters.set({ state: '' })}
      />
      {REVIEW_STATES.map((state) => (
        <ChoiceTab
          key={state}
          label={REVIEW_STATE_LABELS[state]}
          count={counts?.[state]}
          isChosen={chosen === state}
          onChoose={() => filters.set({ state })}
        />
      ))}
    </ChoiceTabs>
  )
}
