import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { addDays, addMonths, toDay } from '#contracts/rules/shanghai-time.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { listEntries } from './calendar-entries.ts'
import { EntryList } from './entry-list.tsx'
import { MonthGrid } from './month-grid.tsx'

/** The publications of a month: what is scheduled, and what was published. On a phone, as a list. */
export function CalendarScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.calendar.parameters)
  const today = toDay(new Date())
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(query.month) ? query.month : today.slice(0, 7)
  const from = `${month}-01`
  const to = addDays(addMonths(from, 1), -1)
  const calendarQuery = useQuery({
    ...dataOf(queryOf(contentDraftCalls.calendar, { query: { from, to } })),
    placeholderData: keepPreviousData,
  })
  const show = (months: number) => change({ month: addMonths(from, months).slice(0, 7) })
  const entries = calendarQuery.data ? listEntries(calendarQuery.data) : []

  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.calendar.title}
        description="定时发布的草稿、已经发布的页面内容与由草稿发布的产品，时间为北京时间。"
        actions={
          <>
            <Button
              aria-label="上个月"
              icon={<ChevronLeft className="size-4" aria-hidden />}
              onClick={() => show(-1)}
            />
            <p aria-live="polite" className="min-w-28 text-center text-base tabular-nums">
              {formatMonth(month)}
            </p>
            <Button
              aria-label="下个月"
              icon={<ChevronRight className="size-4" aria-hidden />}
              onClick={() => show(1)}
            />
            <Button onClick={() => change({ month: '' })}>本月</Button>
          </>
        }
      />
      {calendarQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {calendarQuery.isError && (
        <LoadError error={calendarQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={calendarQuery.refetch} />
      )}
      {calendarQuery.data && (
        <>
          <MonthGrid from={from} to={to} today={today} entries={entries} />
          <EntryList entries={entries} isTruncated={calendarQuery.data.isTruncated} />
        </>
      )}
    </ScreenContent>
  )
}

const formatMonth = (month: string): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`
