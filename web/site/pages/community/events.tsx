import type { CommunityContent } from '#contracts/documents/community.ts'
import { EmptyNotice } from '../../parts/page-states.tsx'
import { EventCard } from './event-card.tsx'
import { type EventGroup, groupEvents } from './event-groups.ts'
import { TabPart } from './tab-part.tsx'

type ActivityTypes = CommunityContent['overview']['activityTypes']

export function Events({
  events,
  activityTypes,
}: {
  events: CommunityContent['upcomingEvents']
  activityTypes: ActivityTypes
}) {
  if (events.length === 0) return <EmptyNotice message="暂无活动安排，请稍后再来看看。" />
  const { upcoming, ended } = groupEvents(events)
  const colors = new Map(activityTypes.map(({ title, color }) => [title, color]))
  return (
    <>
      {upcoming.length > 0 && (
        <TabPart title="近期活动" lead="时间均为北京时间。">
          <EventGroups groups={upcoming} colors={colors} />
        </TabPart>
      )}
      {ended.length > 0 && (
        <TabPart title="往期活动">
          <EventGroups groups={ended} colors={colors} />
        </TabPart>
      )}
    </>
  )
}

function EventGroups({ groups, colors }: { groups: readonly EventGroup[]; colors: ReadonlyMap<string, string> }) {
  return groups.map(({ month, events }, group) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a month may head two groups; their order is what they are.
    <div key={group} className="mt-8 first:mt-0">
      <h3 className="mb-1 text-base font-medium text-muted tabular-nums">{month}</h3>
      <ul className="border-b border-line">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids in a document may be missing or repeated.
          <EventCard key={index} event={event} typeColor={colors.get(event.type) ?? 'gray'} />
        ))}
      </ul>
    </div>
  ))
}
