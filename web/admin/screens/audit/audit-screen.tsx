import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { AUDIT_ACTIONS } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import { auditCalls } from '#contracts/audit/calls.ts'
import { AUDIT_COUNT_LIMIT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { findFieldMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { DateFilter, FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { LongText } from '../../lists/long-text.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { useFilters } from '../../lists/use-filters.ts'

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: '时间', renderCell: ({ at }) => formatMinute(at), className: 'whitespace-nowrap tabular-nums' },
  { title: '操作人', renderCell: ({ user }) => <p className="w-max max-w-48">{user?.name ?? '系统'}</p> },
  { title: '操作', renderCell: ({ action }) => AUDIT_ACTIONS[action], className: 'whitespace-nowrap' },
  {
    title: '对象与说明',
    renderCell: ({ target, detail }) => (
      <>
        <LongText text={target} />
        {detail && <LongText text={detail} className="text-sm text-muted" />}
      </>
    ),
    className: 'w-full min-w-40',
  },
  { title: '来源地址', renderCell: ({ ip }) => ip ?? '', className: 'min-w-28 text-muted tabular-nums' },
]

const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <RecordTable label="操作记录" items={entries} getKey={({ id }) => id} columns={COLUMNS} renderCard={AuditCard} />
)

const AuditCard = (entry: AuditEntry) => (
  <>
    <p>
      <span className="font-semibold">{entry.user?.name ?? '系统'}</span> {AUDIT_ACTIONS[entry.action]}
    </p>
    {entry.target && <LongText text={entry.target} />}
    {entry.detail && <LongText text={entry.detail} className="text-sm text-muted" />}
    <p className="text-sm text-muted tabular-nums">
      {formatMinute(entry.at)}
      {entry.ip && `，${entry.ip}`}
    </p>
  </>
)

const ACTION_OPTIONS = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label }))

/** The audit log screen: filters and a paged table. */
export function AuditScreen() {
  const filters = useFilters(ADMIN_SCREENS.audit.filters)
  const auditEntriesQuery = useQuery({
    ...queryOf(auditCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })

  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.audit.title}
        description="后台的每一次改动和登录，都记在这里。"
        actions={
          <ExportButton
            call={auditCalls.export}
            queryString={filters.queryString}
            formats={['csv', 'xlsx']}
            errorMessage={ADMIN_MESSAGES.auditExportFailed}
          />
        }
      />
      <SavedViews list="audit" />
      <FilterBar
        label="筛选操作记录"
        activeCount={filters.countSet(['action', 'from', 'to'])}
        search={<SearchFilter label="操作人" placeholder="姓名" {...filters.getFieldProps('user')} />}
      >
        <SelectFilter
          label="操作"
          className="max-sm:col-span-full"
          options={ACTION_OPTIONS}
          {...filters.getFieldProps('action')}
        />
        <DateFilter
          label="从"
          error={findFieldMessage(auditEntriesQuery.error, 'from')}
          {...filters.getFieldProps('from')}
        />
        <DateFilter
          label="到"
          error={findFieldMessage(auditEntriesQuery.error, 'to')}
          {...filters.getFieldProps('to')}
        />
      </FilterBar>
      <PagedList
        query={auditEntriesQuery}
        filters={filters}
        countLimit={AUDIT_COUNT_LIMIT}
        errorMessage={ADMIN_MESSAGES.loadFailed}
        emptyContent={<p>还没有操作记录。</p>}
        itemName="记录"
      >
        {(entries, { totalItems }) => (
          <>
            <AuditTable entries={entries} />
            {totalItems === AUDIT_COUNT_LIMIT && (
              <p className="pt-3 text-sm text-muted">
                列表最多翻到最近的{AUDIT_COUNT_LIMIT}条；更早的请按日期筛选，或导出，导出不限条数。
              </p>
            )}
          </>
        )}
      </PagedList>
    </ScreenContent>
  )
}
