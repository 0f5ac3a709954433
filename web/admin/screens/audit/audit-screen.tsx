import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Pagination, Select, Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { AUDIT_ACTIONS, type AuditEntry } from '#contracts/audit.ts'
import { ADMIN_MESSAGES } from '#contracts/messages.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import type { Pagination as Page } from '#contracts/product.ts'
import { call } from '../../calls/call.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { ScreenBody, ScreenHead } from '../../parts/screen-head.tsx'
import { AuditTable } from './audit-table.tsx'

const FILTERS = ['user', 'action', 'from', 'to'] as const
const ACTION_OPTIONS = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label }))

/** Who did what, when, on what. Filters and page stand in the address. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const query = new URLSearchParams([...search].filter(([, value]) => value !== '')).toString()
  const list = useQuery({
    queryKey: ['audit', query],
    queryFn: () => call<{ data: AuditEntry[]; pagination: Page }>(`${ADMIN_API.audit}?${query}`),
    placeholderData: keepPreviousData,
  })
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (name !== 'page') next.delete('page')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next)
  }
  const isFiltered = FILTERS.some((name) => search.has(name))

  return (
    <ScreenBody>
      <ScreenHead title="操作记录" description="后台的每一次改动和登录，都记在这里。" />
      <search className="grid grid-cols-1 gap-3 pb-4 md:grid-cols-4" aria-label="筛选操作记录">
        <div className="flex flex-col gap-1 text-sm text-muted">
          <label htmlFor="audit-user">操作人</label>
          <Input.Search
            id="audit-user"
            key={search.get('user')}
            allowClear
            defaultValue={search.get('user') ?? ''}
            onSearch={(value) => set('user', value.trim())}
          />
        </div>
        <div className="flex flex-col gap-1 text-sm text-muted">
          <label htmlFor="audit-action">操作</label>
          <Select
            id="audit-action"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={search.get('action') ?? undefined}
            options={ACTION_OPTIONS}
            onChange={(value: string | undefined) => set('action', value ?? '')}
          />
        </div>
        <DayFilter
          id="audit-from"
          label="从"
          value={search.get('from') ?? ''}
          onChange={(value) => set('from', value)}
        />
        <DayFilter id="audit-to" label="到" value={search.get('to') ?? ''} onChange={(value) => set('to', value)} />
      </search>
      {list.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {list.isError && (
        <LoadFailure error={list.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={() => list.refetch()} />
      )}
      {list.data?.data.length === 0 && (
        <div className="panel px-5 py-10 text-center text-muted">
          <p>{isFiltered ? '没有符合条件的记录。' : '还没有操作记录。'}</p>
          {isFiltered && (
            <Button className="mt-3" onClick={() => setSearch({})}>
              清除筛选
            </Button>
          )}
        </div>
      )}
      {list.data && list.data.data.length > 0 && (
        <div className={list.isPlaceholderData ? 'opacity-60' : ''} aria-busy={list.isPlaceholderData}>
          <AuditTable entries={list.data.data} />
          <Pagination
            className="pt-4"
            align="end"
            current={list.data.pagination.current}
            pageSize={list.data.pagination.limit}
            total={list.data.pagination.totalItems}
            showSizeChanger={false}
            showTotal={(total) => `共${total}条`}
            onChange={(page) => set('page', page === 1 ? '' : String(page))}
          />
        </div>
      )}
    </ScreenBody>
  )
}

type DayFilterProps = { id: string; label: string; value: string; onChange: (value: string) => void }

const DayFilter = ({ id, label, value, onChange }: DayFilterProps) => (
  <div className="flex flex-col gap-1 text-sm text-muted">
    <label htmlFor={id}>{label}</label>
    <Input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
  </div>
)
