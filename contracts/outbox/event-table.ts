/**
 * The table of events. Those of the team can be subscribed to; those of persons are recorded for whom they concern, and
 * reach nobody else.
 */
import type { z } from 'zod'
import { PERSONAL_EVENTS } from './personal-events.ts'
import { TEAM_EVENTS, type TeamEventName } from './team-events.ts'

/** Every event by its name. */
export const EVENTS = { ...TEAM_EVENTS, ...PERSONAL_EVENTS } as const

export type PersonalEventName = keyof typeof PERSONAL_EVENTS
export type EventName = TeamEventName | PersonalEventName
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]]
export type EventData<Name extends EventName> = z.output<(typeof EVENTS)[Name]['data']>
