import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { EventSummary } from '#contracts/events/registration.ts'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { AttendeesDrawer } from './attendees-drawer.tsx'
import { EventList } from './event-list.tsx'

/** The events screen: events with registration on this site, and their attendees. */
export function EventsScreen() {
  const [openedEvent, setOpenedEvent] = useState<EventSummary | null>(null)
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.events.title}
        description="在“社区内容”中为一场活动填写本站名额后，会员就能在本站报名；名额已满时排队候补。"
      />
      <EventList onOpen={setOpenedEvent} />
      <AttendeesDrawer event={openedEvent} onClose={() => setOpenedEvent(null)} />
    </ScreenContent>
  )
}
