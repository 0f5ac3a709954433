import {
  PRODUCT_REVIEW_STATUS_LABELS,
  PRODUCT_REVIEW_STATUSES,
  type ProductReviewCounts,
} from '#contracts/product-reviews/product-review.ts'
import { ChoiceTab, ChoiceTabs } from '../../components/choice-tab.tsx'
import type { Filters } from '../../lists/use-filters.ts'

/** Filters the reviews by status; each tab shows the number of reviews. */
export function StatusTabs({ filters, counts }: { filters: Filters; counts: ProductReviewCounts | undefined }) {
  const selected = filters.get('status')
  return (
    <ChoiceTabs label="按状态筛选">
      <ChoiceTab
        label="全部"
        count={counts && counts.shown + counts.hidden}
        isSelected={selected === ''}
        onSelect={() => filters.set({ status: '' })}
      />
      {PRODUCT_REVIEW_STATUSES.map((status) => (
        <ChoiceTab
          key={status}
          label={PRODUCT_REVIEW_STATUS_LABELS[status]}
          count={counts?.[status]}
          isSelected={selected === status}
          onSelect={() => filters.set({ status })}
        />
      ))}
    </ChoiceTabs>
  )
}
