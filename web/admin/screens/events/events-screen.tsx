import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_SCREENS, NEW_EVENT } from '#contracts/admin-pages.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import type { EventRecord } from '#contracts/events/event-record.ts'
import { EVENT_PHASE_LABELS, EVENT_PHASES } from '#contracts/events/phases.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { AttendeesDrawer } from './attendees-drawer.tsx'
import { CallOffDialog } from './call-off-dialog.tsx'
import { type EditedEvent, EventDrawer } from './event-drawer.tsx'
import { EventTable } from './event-table.tsx'

const { parameters, filters: FILTERS, title: TITLE } = ADMIN_SCREENS.events

/** The events screen: the community's events, their attendees, and what is done with them. */
export function EventsScreen() {
  const client = useQueryClient()
  const canWrite = useCan('events:write')
  const { query, change } = usePageQuery(parameters)
  const filters = useFilters(FILTERS, { phase: 'upcoming' })
  const [edited, setEdited] = useState<EditedEvent>()
  const [attended, setAttended] = useState<EventRecord | null>(null)
  const [calledOff, setCalledOff] = useState<EventRecord>()
  const eventsQuery = useQuery({
    ...queryOf(eventCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const reload = () => invalidate(client, eventCalls.list)
  // The dashboard links to a new event.
  const opened = edited ?? (query.edit === NEW_EVENT && canWrite ? { copied: null } : undefined)
  const closeEditor = () => {
    setEdited(undefined)
    if (query.edit !== '') change({ edit: '' }, { replace: true })
  }
  return (
    <ScreenContent>
      <ScreenHeader
        title={TITLE}
        description="社区页面列出的活动。填写本站名额后，会员就能在本站报名，名额已满时排队候补；改期、改地点和取消会邮件通知报名者。"
        actions={
          canWrite && (
            <Button
              type="primary"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => setEdited({ copied: null })}
            >
              新建活动
            </Button>
          )
        }
      />
      <SavedViews list="events" />
      <search className="block max-w-sm pb-4" aria-label="筛选活动">
        <SearchFilter label="搜索" placeholder="活动标题" {...filters.getFieldProps('search')} />
      </search>
      <ChoiceTabs
        label="按时间筛选"
        options={EVENT_PHASES.map((phase) => ({
          value: phase,
          label: EVENT_PHASE_LABELS[phase],
          count: eventsQuery.data?.counts[phase],
        }))}
        value={EVENT_PHASES.find((phase) => phase === filters.get('phase')) ?? 'upcoming'}
        onChange={(phase) => filters.set({ phase })}
      />
      <PagedList
        query={eventsQuery}
        filters={filters}
        errorMessage={ADMIN_MESSAGES.loadFailed}
        emptyContent={<p>没有即将举行的活动。新建一场，社区页面就会列出。</p>}
        itemName="活动"
        unit="场"
      >
        {(events) => (
          <EventTable
            events={events}
            onOpen={setAttended}
            onEdit={(event) => setEdited({ event })}
            onCopy={(copied) => setEdited({ copied })}
            onCallOff={setCalledOff}
            onChanged={reload}
          />
        )}
      </PagedList>
      {opened && <EventDrawer edited={opened} onSaved={reload} onClose={closeEditor} />}
      {calledOff && <CallOffDialog event={calledOff} onDone={reload} onClose={() => setCalledOff(undefined)} />}
      <AttendeesDrawer event={attended} onClose={() => setAttended(null)} />
    </ScreenContent>
  )
}
