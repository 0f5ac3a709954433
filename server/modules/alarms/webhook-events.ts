import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { AlarmEvent } from '#contracts/alarms/alarm.ts'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import type { AlarmRow } from './store.ts'

type Site = { siteName: string; publicUrl: string }
/** The columns of an alarm that its events contain. */
export type AlarmSummary = Pick<AlarmRow, 'id' | 'name' | 'node' | 'detail' | 'raisedAt' | 'resolvedAt'>

export const getSystemLink = (publicUrl: string): string => `${publicUrl}${ADMIN_PAGES.settings}?tab=system`

/** Returns the webhook event for an alarm. */
export const toAlarmEvent = (type: AlarmEvent['type'], alarm: AlarmSummary, at: string, site: Site): AlarmEvent => ({
  type,
  timestamp: at,
  data: {
    id: alarm.id,
    alarm: alarm.name,
    label: ALARMS[alarm.name].label,
    detail: alarm.detail,
    advice: ALARMS[alarm.name].advice,
    node: alarm.node,
    raisedAt: alarm.raisedAt,
    resolvedAt: type === 'alarm.resolved' ? alarm.resolvedAt : null,
    site: site.siteName,
    url: getSystemLink(site.publicUrl),
  },
})
