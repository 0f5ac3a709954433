import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AlarmClock } from 'lucide-react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import { leadCalls } from '#contracts/leads/calls.ts'
import type { LeadCounts } from '#contracts/leads/lead.ts'
import { LEAD_OWNERS } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { LEAD_RESPONSE_HOURS } from '#contracts/limits.ts'
import { LEAD_KIND_LABELS, LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contracts/vocabulary.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useNow } from '../../components/use-now.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { QueueHint } from '../../lists/queue-buttons.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { type Filters, useFilters } from '../../lists/use-filters.ts'
import { useQueue } from '../../lists/use-queue.ts'
import { useCan } from '../../session/session.ts'
import { LeadDrawer } from './lead-drawer.tsx'
import { LeadTable } from './lead-table.tsx'

type LeadStatusTabsProps = { filters: Filters; counts: LeadCounts | undefined }

/** The tab of the late leads, of any status. */
const LATE = 'late'

/** Filters the leads by status, or the late ones; each tab shows the number of leads. */
function LeadStatusTabs({ filters, counts }: LeadStatusTabsProps) {
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

const KIND_OPTIONS = Object.entries(LEAD_KIND_LABELS).map(([value, label]) => ({ value, label }))
const buildOwnerOptions = (owners: readonly UserReference[]) => [
  { value: LEAD_OWNERS.me, label: '我负责的' },
  { value: LEAD_OWNERS.none, label: '未分配' },
  ...owners.map(({ id, name }) => ({ value: id, label: name })),
]

/** Returns the query string of the leads in the URL; new ones are sorted by age, oldest first. */
const toQueueQueryString = (filters: Filters): string =>
  filters.get('status') === 'new' ? `${filters.queryString}&order=asc` : filters.queryString

/** Lists the leads with their deadlines. The filters and the opened lead are part of the URL. */
export function LeadsScreen() {
  const filters = useFilters(ADMIN_SCREENS.leads.filters, { status: 'new' })
  const queryString = toQueueQueryString(filters)
  const { query: pageQuery, change: changePageQuery } = usePageQuery(ADMIN_SCREENS.leads.parameters)
  const now = useNow(MINUTE_MS)
  const canReadContacts = useCan('contacts:read')
  const leadsQuery = useQuery({
    ...queryOf(leadCalls.list, { query: queryString }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })

  const { select, move, ...queue } = useQueue({
    page: leadsQuery.isPlaceholderData ? undefined : leadsQuery.data,
    getId: ({ id }) => id,
    query: { id: pageQuery.lead, page: pageQuery.page },
    change: ({ id, ...page }, options) => changePageQuery({ lead: id, ...page }, options),
  })
  const owners = leadsQuery.data?.owners ?? []

  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.leads.title}
        description={`访客提出的选型咨询与评估申请。我们承诺${LEAD_RESPONSE_HOURS}小时内联系，超时的会标出来。`}
        actions={
          canReadContacts && (
            <ExportButton
              call={leadCalls.export}
              queryString={filters.queryString}
              formats={['csv', 'xlsx']}
              errorMessage={LEAD_MESSAGES.exportFailed}
            />
          )
        }
      />
      <LeadStatusTabs filters={filters} counts={leadsQuery.data?.counts} />
      <FilterBar
        label="筛选线索"
        activeCount={filters.countSet(['kind', 'owner'])}
        search={
          <SearchFilter
            label="搜索"
            placeholder={canReadContacts ? '公司、联系人、电话、需求' : '公司、产品'}
            {...filters.getFieldProps('search')}
          />
        }
      >
        <SelectFilter label="类型" options={KIND_OPTIONS} {...filters.getFieldProps('kind')} />
        <SelectFilter label="负责人" options={buildOwnerOptions(owners)} {...filters.getFieldProps('owner')} />
      </FilterBar>
      <QueueHint itemName="线索" />
      <PagedList
        query={leadsQuery}
        filters={filters}
        errorMessage={LEAD_MESSAGES.loadFailed}
        emptyContent={<p>没有待联系的线索。访客在网站上提交咨询或评估申请后，会出现在这里。</p>}
        itemName="线索"
      >
        {(leads) => <LeadTable leads={leads} now={now} onOpen={select} />}
      </PagedList>
      <LeadDrawer
        isOpen={pageQuery.lead !== '' || queue.isEntering}
        id={pageQuery.lead}
        owners={owners}
        now={now}
        onMove={move}
        onClose={() => select('')}
      />
    </ScreenContent>
  )
}
