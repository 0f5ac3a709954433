import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AlarmClock } from 'lucide-react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ASSIGNMENT_MESSAGES } from '#contracts/assignments/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { leadCalls } from '#contracts/leads/calls.ts'
import type { LeadCounts, LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { BULK_DECISIONS_MAX, LEAD_RESPONSE_HOURS } from '#contracts/limits.ts'
import { LEAD_KIND_LABELS, LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contracts/vocabulary.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useNow } from '../../components/use-now.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { AssignButton } from '../../lists/assignments/assign-button.tsx'
import { AssigneeFilter } from '../../lists/assignments/assignee-filter.tsx'
import {
  type DecisionSelection,
  type QueueItem,
  useDecisionSelection,
} from '../../lists/bulk-decisions/use-decision-selection.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { QueueHint } from '../../lists/queue-buttons.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { SelectionBar } from '../../lists/selection-bar.tsx'
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
          label: '已逾期',
          count: counts?.late,
          warningIcon: hasLate && <AlarmClock className="size-4" aria-hidden />,
        },
      ]}
      value={isLateFilter ? LATE : filters.get('status')}
      onChange={(value) => filters.set(value === LATE ? { status: '', late: 'true' } : { status: value, late: '' })}
    />
  )
}

const KIND_OPTIONS = Object.entries(LEAD_KIND_LABELS).map(([value, label]) => ({ value, label }))
/** Returns the query string of the leads in the URL: late ones of any status, and new ones by age, oldest first. */
function toQueueQueryString(filters: Filters): string {
  const query = new URLSearchParams(filters.queryString)
  if (filters.get('late') === 'true') query.delete('status')
  else if (filters.get('status') === 'new') query.set('order', 'asc')
  return query.toString()
}

/** Returns a lead as an item that can be assigned with others. */
const toQueueItem = ({ id, version, companyName, status }: LeadRecord): QueueItem => ({
  id,
  version,
  name: companyName,
  isPending: status === 'new' || status === 'contacted',
})

/** Assigns the selected leads. */
const LeadSelectionBar = ({ selection }: { selection: DecisionSelection<LeadRecord> }) => (
  <SelectionBar
    count={selection.items.length}
    total={selection.items.length}
    areAllSelected={false}
    noun="条线索"
    isTooMany={selection.items.length > BULK_DECISIONS_MAX}
    tooManyMessage={ASSIGNMENT_MESSAGES.tooMany}
    onClear={selection.clear}
  >
    <AssignButton
      kind="lead"
      ids={selection.items.map(({ id }) => id)}
      changedCalls={[leadCalls.list, leadCalls.get]}
      onAssigned={selection.clear}
    >
      批量分配
    </AssignButton>
  </SelectionBar>
)

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
  const canWrite = useCan('leads:write')
  const selection = useDecisionSelection(toQueueItem)
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
              queryString={queryString}
              formats={['csv', 'xlsx']}
              errorMessage={LEAD_MESSAGES.exportFailed}
            />
          )
        }
      />
      <SavedViews list="leads" />
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
        <AssigneeFilter kind="lead" filters={filters} name="owner" />
      </FilterBar>
      <QueueHint itemName="线索" />
      <PagedList
        query={leadsQuery}
        filters={filters}
        errorMessage={LEAD_MESSAGES.loadFailed}
        emptyContent={<p>没有待联系的线索。访客在网站上提交咨询或评估申请后，会出现在这里。</p>}
        itemName="线索"
      >
        {(leads) => <LeadTable leads={leads} now={now} onOpen={select} selection={canWrite ? selection : undefined} />}
      </PagedList>
      {canWrite && <LeadSelectionBar selection={selection} />}
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
