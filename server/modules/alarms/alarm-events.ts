import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import type { AlarmData } from '#contracts/outbox/team-events.ts'
import type { AlarmRow } from './store.ts'

/** The columns of an alarm that its events contain. */
export type AlarmSummary = Pick<AlarmRow, 'id' | 'name' | 'node' | 'detail' | 'raisedAt' | 'resolvedAt'>

export const getSystemLink = (publicUrl: string): string => `${publicUrl}${ADMIN_PAGES.settings}?tab=system`

/** Returns the id of an event about an alarm, by which receivers recognise it. */
export const getEventId = (alarmId: string, name: 'alarm.raised' | 'alarm.resolved'): string => `${alarmId}.${name}`

/** Returns the data of the events about an alarm. */
export const toAlarmData = (alarm: AlarmSummary, site: { siteName: string; publicUrl: string }): AlarmData => ({
  id: alarm.id,
  alarm: alarm.name,
  label: ALARMS[alarm.name].label,
  detail: alarm.detail,
  advice: ALARMS[alarm.name].advice,
  node: alarm.node,
  raisedAt: alarm.raisedAt,
  resolvedAt: alarm.resolvedAt,
  site: site.siteName,
  url: getSystemLink(site.publicUrl),
})
