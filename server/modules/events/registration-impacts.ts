/** What a save of the community document changes for members who have registered for its events. */
import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { EventPlaces } from '#contracts/events/registration.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import { isRegistrationOffered } from '#contracts/rules/event-registration.ts'
import { hasEventStarted, parseEventTime } from '#contracts/rules/event-time.ts'

/** A text of an event that its attendees rely on, with its new value. */
type TextChange = { label: string; before: string; after: string }

/**
 * - `removed`: the event is no longer in the document, or no longer accepts registrations on this platform (`isListed`).
 * - `restored`: it accepts registrations again.
 * - `changed`: its title, date, time or location differs.
 * - `overbooked`: it has fewer places than confirmed registrations.
 */
export type RegistrationImpact = {
  event: CommunityEvent
  /** The event's index in the new document; `undefined` if it isn't in it. */
  index: number | undefined
  counts: Pick<EventPlaces, 'confirmed' | 'waiting'>
} & (
  | { kind: 'removed'; isListed: boolean }
  | { kind: 'restored' }
  | { kind: 'changed'; changes: readonly TextChange[] }
  | { kind: 'overbooked' }
)

export type EventVersions = { before: readonly CommunityEvent[]; after: readonly CommunityEvent[] }

/** Lists what a save changes for the registrations of events that aren't over, given all registrations by event. */
export function listImpacts(
  { before, after }: EventVersions,
  countsByEvent: ReadonlyMap<string, Pick<EventPlaces, 'confirmed' | 'waiting'>>,
  now: Date,
): RegistrationImpact[] {
  // The status of an event with a day doesn't count: an editor may set it early.
  const isOver = (event: CommunityEvent) =>
    parseEventTime(event) ? hasEventStarted(event, now) : event.status === '已结束'
  return [...countsByEvent].flatMap(([eventId, counts]): RegistrationImpact[] => {
    const older = before.find(({ id }) => id === eventId)
    const index = after.findIndex(({ id }) => id === eventId)
    const newer = after[index]
    if ([older, newer].every((event) => event === undefined || isOver(event))) return []
    const base = { counts, index: newer && index }
    const wasOffered = older !== undefined && isRegistrationOffered(older)
    const isOffered = newer !== undefined && isRegistrationOffered(newer)
    if (wasOffered && !isOffered) return [{ ...base, kind: 'removed', event: older, isListed: newer !== undefined }]
    if (!isOffered) return []
    if (!wasOffered) return [{ ...base, kind: 'restored', event: newer }]
    const changes = listTextChanges(older, newer)
    const isOverbooked = newer.places < counts.confirmed && newer.places < older.places
    return [
      ...(changes.length > 0 ? [{ ...base, kind: 'changed' as const, event: newer, changes }] : []),
      ...(isOverbooked ? [{ ...base, kind: 'overbooked' as const, event: newer }] : []),
    ]
  })
}

const TEXT_LABELS = { title: '标题', date: '日期', time: '时间', location: '地点' } as const

const listTextChanges = (older: CommunityEvent, newer: CommunityEvent): TextChange[] =>
  (['title', 'date', 'time', 'location'] as const)
    .map((key) => {
      const format = (text: string) => (key === 'date' ? formatEnteredDay(text) : text) || '（无）'
      return { label: TEXT_LABELS[key], before: format(older[key]), after: format(newer[key]) }
    })
    .filter((change) => change.before !== change.after)

/** Describes an impact to whoever saves, with the number of registrations that it concerns. */
export function describeImpact(impact: RegistrationImpact): FieldError {
  const { event, index, counts } = impact
  const numbers = [`${counts.confirmed}人报名`, ...(counts.waiting > 0 ? [`${counts.waiting}人候补`] : [])].join('、')
  return {
    path: index === undefined ? 'upcomingEvents' : `upcomingEvents.${index}`,
    message: `“${event.title}”已有${numbers}：${describeConsequence(impact)}`,
  }
}

function describeConsequence(impact: RegistrationImpact): string {
  switch (impact.kind) {
    case 'removed':
      return impact.isListed ? '不再在本站报名，将通知他们原报名失效' : '活动将移除，将通知他们活动取消'
    case 'restored':
      return '将通知他们活动照常举行，报名仍有效'
    case 'changed':
      return `将通知他们${impact.changes.map(({ label, before, after }) => `${label}由“${before}”改为“${after}”`).join('，')}`
    case 'overbooked':
      return `名额减为${impact.event.places}个，已报名的仍保留名额，空出后不再递补`
  }
}
