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

/** Lists the alarms raised since a time whose raising or resolution hasn't been sent, oldest first. */
export const listUnsentAlarms = (db: Queryable, since: string): Promise<AlarmRow[]> =>
  db
    .selectFrom('alarms')
    .selectAll()
    .where('raisedAt', '>=', since)
    .where((eb) =>
      eb.or([
        eb('raisedNotifiedAt', 'is', null),
        eb.and([eb('resolvedAt', 'is not', null), eb('resolvedNotifiedAt', 'is', null)]),
      ]),
    )
    .orderBy('raisedAt')
    .orderBy('id')
    .execute()

/**
 * Leases an alarm to the node that sends it. Returns its current row; `undefined` if another node holds the lease. One
 * that ends after `latest` is from a clock that was ahead, and has no effect.
 */
export const leaseAlarm = (
  db: Queryable,
  id: string,
  { now, until, latest }: { now: string; until: string; latest: string },
): Promise<AlarmRow | undefined> =>
  db
    .updateTable('alarms')
    .set({ sendingUntil: until })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('sendingUntil', 'is', null), eb('sendingUntil', '<=', now), eb('sendingUntil', '>', latest)]),
    )
    .returningAll()
    .executeTakeFirst()
