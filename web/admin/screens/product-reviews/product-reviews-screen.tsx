import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { RATING } from '#contracts/limits.ts'
import { productReviewCalls } from '#contracts/product-reviews/calls.ts'
import { PRODUCT_REVIEW_MESSAGES } from '#contracts/product-reviews/messages.ts'
import { PRODUCT_REVIEW_STATUS_LABELS, PRODUCT_REVIEW_STATUSES } from '#contracts/product-reviews/product-review.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { StatusTabs } from '../../lists/status-tabs.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { MemberReviewList } from '../member-reviews/member-review-list.tsx'
import { ProductReviewTable } from './product-review-table.tsx'
import { useModeration } from './use-moderation.ts'

/** The options of the filter by full stars, from five to zero. */
const RATING_OPTIONS = Array.from({ length: RATING.max + 1 }, (_, index) => RATING.max - index).map((stars) => ({
  value: String(stars),
  label: `${stars}星`,
}))

/** The reviews in the documents of products of both catalogues; moderators can hide them. */
function ProductReviewList() {
  const filters = useFilters(ADMIN_SCREENS.productReviews.filters)
  const canWrite = useCan('reviews:write')
  const reviewsQuery = useQuery({
    ...queryOf(productReviewCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const moderation = useModeration()

  return (
    <>
      <StatusTabs
        filters={filters}
        statuses={PRODUCT_REVIEW_STATUSES}
        labels={PRODUCT_REVIEW_STATUS_LABELS}
        counts={reviewsQuery.data?.counts}
      />
      <FilterBar
        label="筛选评价"
        activeCount={filters.countSet(['catalogue', 'rating'])}
        search={<SearchFilter label="搜索" placeholder="用户、内容、产品" {...filters.getFieldProps('search')} />}
      >
        <CatalogueFilter filters={filters} />
        <SelectFilter label="星级" options={RATING_OPTIONS} {...filters.getFieldProps('rating')} />
      </FilterBar>
      {/* `useModeration` focuses it if the row of the pressed button leaves the filtered list. */}
      <div tabIndex={-1} className="outline-none">
        <PagedList
          query={reviewsQuery}
          filters={filters}
          errorMessage={PRODUCT_REVIEW_MESSAGES.loadFailed}
          emptyContent={<p>还没有评价。在产品编辑器中录入评价后，会出现在这里。</p>}
          itemName="评价"
        >
          {(reviews) => <ProductReviewTable reviews={reviews} moderation={canWrite ? moderation : undefined} />}
        </PagedList>
      </div>
    </>
  )
}

const VIEW_OPTIONS = [
  { value: 'members', label: '会员评价' },
  { value: 'documents', label: '编辑收录的评价' },
] as const

/** The reviews screen: members' reviews to moderate, and the comments in the product documents. */
export function ProductReviewsScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.productReviews.parameters)
  const showsMemberReviews = query.view === 'members'
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.productReviews.title}
        description={
          showsMemberReviews
            ? '会员提交的评价，审核通过后展示并计入评分。评价人与证明不会离开后台。'
            : '两个目录的产品文档中由编辑录入的评价。隐藏的评价不再向访客展示，仍保留在产品中，可以随时恢复。'
        }
      />
      <ChoiceTabs
        label="切换视图"
        options={VIEW_OPTIONS}
        value={query.view}
        onChange={(view) => change({ view }, { removeOthers: true })}
      />
      {showsMemberReviews ? <MemberReviewList /> : <ProductReviewList />}
    </ScreenContent>
  )
}
