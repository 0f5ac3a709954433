import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { AlarmsTable } from '#server/platform/database/tables/nodes.ts'

export type AlarmRow = Selectable<AlarmsTable>

/** Lists the active alarms, oldest first. */
export const listActive = (db: Queryable): Promise<AlarmRow[]> =>
  db.selectFrom('alarms').selectAll().where('resolvedAt', 'is', null).orderBy('raisedAt').orderBy('id').execute()

export const insertAlarm = (db: Queryable, row: Insertable<AlarmsTable>) =>
  db.insertInto('alarms').values(row).execute()

export const updateAlarm = (db: Queryable, id: string, change: Updateable<AlarmsTable>) =>
  db.updateTable('alarms').set(change).where('id', '=', id).execute()

/** Returns whether an alarm of this name was resolved at or after a time, on any node. */
export const wasResolvedSince = (db: Queryable, name: AlarmRow['name'], since: string): Promise<boolean> =>
  hasRow(db.selectFrom('alarms').select('id').where('name', '=', name).where('resolvedAt', '>=', since))

export const deleteResolvedBefore = (db: Queryable, time: string) =>
  db.deleteFrom('alarms').where('resolvedAt', '<', time).execute()
