import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { RATING } from '#contracts/limits.ts'
import { testimonialCalls } from '#contracts/testimonials/calls.ts'
import { TESTIMONIAL_MESSAGES } from '#contracts/testimonials/messages.ts'
import { TESTIMONIAL_STATUS_LABELS, TESTIMONIAL_STATUSES } from '#contracts/testimonials/testimonial.ts'
import { queryOf } from '../../calls/query-of.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { StatusTabs } from '../../lists/status-tabs.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { TestimonialTable } from './testimonial-table.tsx'
import { useModeration } from './use-moderation.ts'

/** The options of the filter by full stars, from five to zero. */
const RATING_OPTIONS = Array.from({ length: RATING.max + 1 }, (_, index) => RATING.max - index).map((stars) => ({
  value: String(stars),
  label: `${stars}星`,
}))

/** The testimonials in the documents of products of both catalogues; moderators can hide them. */
export function TestimonialList() {
  const filters = useFilters(ADMIN_SCREENS.reviews.filters)
  const canWrite = useCan('reviews:write')
  const testimonialsQuery = useQuery({
    ...queryOf(testimonialCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const moderation = useModeration()

  return (
    <>
      <StatusTabs
        filters={filters}
        statuses={TESTIMONIAL_STATUSES}
        labels={TESTIMONIAL_STATUS_LABELS}
        counts={testimonialsQuery.data?.counts}
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
          query={testimonialsQuery}
          filters={filters}
          errorMessage={TESTIMONIAL_MESSAGES.loadFailed}
          emptyContent={<p>还没有评价。在产品编辑器中录入评价后，会出现在这里。</p>}
          itemName="评价"
        >
          {(reviews) => <TestimonialTable reviews={reviews} moderation={canWrite ? moderation : undefined} />}
        </PagedList>
      </div>
    </>
  )
}
