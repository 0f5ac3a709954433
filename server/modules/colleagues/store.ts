import type { ExpressionBuilder, Selectable, Updateable } from 'kysely'
import type { SharedKind } from '#contracts/colleagues/roles.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ColleaguesTable } from '#server/platform/database/tables/colleagues.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type ColleagueRow = Selectable<ColleaguesTable>
/** What colleagues share: a project, a shortlist or an inquiry. */
export type ItemRef = { kind: SharedKind; id: string }

/** The columns that name an item. */
export const ITEM_COLUMNS = { project: 'projectId', shortlist: 'shortlistId', inquiry: 'inquiryId' } as const

/** Matches the rows of an account: bound to it, or of its address once that is proved. */
const isColleague = (eb: ExpressionBuilder<Tables, 'colleagues'>, userId: string) =>
  eb.or([
    eb('colleagues.userId', '=', userId),
    eb.and([
      eb('colleagues.userId', 'is', null),
      eb('colleagues.email', 'in', (inner) =>
        inner
          .selectFrom('users')
          .select('email')
          .where('users.id', '=', userId)
          .where('users.emailVerifiedAt', 'is not', null),
      ),
    ]),
  ])

export const insertColleague = (db: Queryable, row: ColleagueRow) => db.insertInto('colleagues').values(row).execute()

/** Returns the member's row of an item for an address, which is unique in it. */
export const findColleagueByEmail = (
  db: Queryable,
  { kind, id }: ItemRef,
  email: string,
): Promise<ColleagueRow | undefined> =>
  db
    .selectFrom('colleagues')
    .selectAll()
    .where(ITEM_COLUMNS[kind], '=', id)
    .where('email', '=', email)
    .executeTakeFirst()

export const updateColleague = (db: Queryable, id: string, values: Updateable<ColleaguesTable>) =>
  db.updateTable('colleagues').set(values).where('id', '=', id).execute()

export const deleteColleague = (db: Queryable, id: string) => db.deleteFrom('colleagues').where('id', '=', id).execute()

/** Returns a member's row of an item, whether they have opened it or not. */
export const findOwnColleague = (
  db: Queryable,
  { kind, id }: ItemRef,
  userId: string,
): Promise<ColleagueRow | undefined> =>
  db
    .selectFrom('colleagues')
    .selectAll()
    .where(ITEM_COLUMNS[kind], '=', id)
    .where((eb) => isColleague(eb, userId))
    .executeTakeFirst()

/** Lists the colleagues of an item with the names of their accounts, in the order of their invitations. */
export const listColleagues = (db: Queryable, { kind, id }: ItemRef) =>
  db
    .selectFrom('colleagues')
    .leftJoin('users', 'users.id', 'colleagues.userId')
    .selectAll('colleagues')
    .select(['users.name', 'users.status'])
    .where(ITEM_COLUMNS[kind], '=', id)
    .orderBy('colleagues.invitedAt')
    .orderBy('colleagues.id')
    .execute()

/** Lists everything that others share with a member. */
export const listColleaguesOfUser = (db: Queryable, userId: string): Promise<ColleagueRow[]> =>
  db
    .selectFrom('colleagues')
    .selectAll()
    .where('userId', '=', userId)
    // As a union, since no single index covers both conditions.
    .unionAll(
      db
        .selectFrom('colleagues')
        .innerJoin('users', 'users.email', 'colleagues.email')
        .selectAll('colleagues')
        .where('users.id', '=', userId)
        .where('users.emailVerifiedAt', 'is not', null)
        .where('colleagues.userId', 'is', null),
    )
    .execute()

/** Deletes the rows of an account that is being deleted, also those for its address that it hasn't proved. */
export const deleteColleaguesOfUser = (db: Queryable, { id, email }: { id: string; email: string }) =>
  db
    .deleteFrom('colleagues')
    .where((eb) => eb.or([eb('userId', '=', id), eb('email', '=', email.toLowerCase())]))
    .execute()
