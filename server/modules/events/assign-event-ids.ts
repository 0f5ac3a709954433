import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

/**
 * Gives each event of a community document an id that doesn't have one. An event without an id keeps that of the stored
 * event of the same title, if no other event has it: registrations and calendars identify an event by its id.
 */
export function assignEventIds(document: JsonObject, stored: JsonObject, createId: () => string): JsonObject {
  const events = listEvents(document)
  if (events.every((event) => getText(event, 'id') !== '')) return document
  const takenIds = new Set(events.map((event) => getText(event, 'id')))
  const storedEvents = listEvents(stored).filter((event) => !takenIds.has(getText(event, 'id')))
  const upcomingEvents = events.map((event) => {
    if (getText(event, 'id') !== '') return event
    const index = storedEvents.findIndex((candidate) => getText(candidate, 'title') === getText(event, 'title'))
    const [match] = index === -1 ? [] : storedEvents.splice(index, 1)
    return { ...event, id: (match && getText(match, 'id')) || createId() }
  })
  return { ...document, upcomingEvents }
}

const listEvents = ({ upcomingEvents }: JsonObject): JsonObject[] =>
  Array.isArray(upcomingEvents) ? upcomingEvents.filter(isObject) : []

const getText = (event: JsonObject, key: 'id' | 'title'): string => {
  const text = event[key]
  return typeof text === 'string' ? text : ''
}
