import type { CommunityEvent } from '#contracts/documents/community.ts'

/**
 * Gives each event an id that doesn't have one, or has that of an earlier one. An event without an id keeps that of the
 * stored event of the same title, if no other event has it: registrations and calendars identify an event by its id.
 */
export function assignEventIds(
  events: readonly CommunityEvent[],
  stored: readonly CommunityEvent[],
  createId: () => string,
): CommunityEvent[] {
  const submittedIds = new Set(events.map(({ id }) => id))
  const candidates = stored.filter(({ id }) => !submittedIds.has(id))
  const takenIds = new Set<string>()
  return events.map((event) => {
    const id = event.id !== '' && !takenIds.has(event.id) ? event.id : (takeId(candidates, event) ?? createId())
    takenIds.add(id)
    return { ...event, id }
  })
}

/** Returns the id of the first candidate of an event's title, which is then no longer one. */
function takeId(candidates: CommunityEvent[], { title }: CommunityEvent): string | undefined {
  const index = candidates.findIndex((candidate) => candidate.title === title)
  return index === -1 ? undefined : candidates.splice(index, 1)[0]?.id
}
