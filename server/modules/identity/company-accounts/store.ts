import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ProviderSettings } from '#contracts/identity/sign-in-providers.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type {
  CompanyAccountsTable,
  CompanyFlowsTable,
  CompanyJoinsTable,
  SignInProvidersTable,
} from '#server/platform/database/tables/accounts.ts'

export type ProviderRow = Omit<Selectable<SignInProvidersTable>, 'settingsJson'> & { settingsJson: ProviderSettings }
export type CompanyAccountRow = Selectable<CompanyAccountsTable>

const selectProviders = (db: Queryable) => db.selectFrom('signInProviders').selectAll().$castTo<ProviderRow>()

/** Lists all providers, the oldest first. */
export const listProviders = (db: Queryable): Promise<ProviderRow[]> =>
  selectProviders(db).orderBy('createdAt').orderBy('id').execute()

export const findProvider = (db: Queryable, id: string): Promise<ProviderRow | undefined> =>
  selectProviders(db).where('id', '=', id).executeTakeFirst()

export const countProviders = (db: Queryable): Promise<number> => countRows(db.selectFrom('signInProviders'))

/** Returns whether there is a provider for staff, besides one. */
export const hasStaffProvider = (db: Queryable, exceptId = ''): Promise<boolean> =>
  hasRow(
    db.selectFrom('signInProviders').select('id').where('isForStaff', '=', true).where('id', '!=', exceptId).limit(1),
  )

export const insertProvider = (db: Queryable, provider: Insertable<SignInProvidersTable>) =>
  db.insertInto('signInProviders').values(provider).execute()

export const updateProvider = (db: Queryable, id: string, change: Updateable<SignInProvidersTable>) =>
  db.updateTable('signInProviders').set(change).where('id', '=', id).execute()

export const deleteProvider = (db: Queryable, id: string): Promise<boolean> =>
  hasRow(db.deleteFrom('signInProviders').where('id', '=', id).returning('id'))

/** Inserts a flow, and deletes those that have expired. */
export async function insertFlow(db: Queryable, flow: CompanyFlowsTable, now: string): Promise<void> {
  await db.deleteFrom('companyFlows').where('expiresAt', '<=', now).execute()
  await db.insertInto('companyFlows').values(flow).execute()
}

/** Deletes the flow of a state, a browser and a session, and returns it; `undefined` if it has expired or was used. */
export const takeFlow = (
  db: Queryable,
  flow: { stateHash: string; ceremonyHash: string; sessionId: string | null; now: string },
): Promise<CompanyFlowsTable | undefined> =>
  db
    .deleteFrom('companyFlows')
    .where('stateHash', '=', flow.stateHash)
    .where('ceremonyHash', '=', flow.ceremonyHash)
    .where('sessionId', flow.sessionId === null ? 'is' : '=', flow.sessionId)
    .where('expiresAt', '>', flow.now)
    .returningAll()
    .executeTakeFirst()

/** Inserts a proof that waits for a password, and deletes those that have expired. */
export async function insertJoin(db: Queryable, join: CompanyJoinsTable, now: string): Promise<void> {
  await db.deleteFrom('companyJoins').where('expiresAt', '<=', now).execute()
  await db.insertInto('companyJoins').values(join).execute()
}

export const findJoin = (db: Queryable, tokenHash: string, now: string): Promise<CompanyJoinsTable | undefined> =>
  db
    .selectFrom('companyJoins')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const deleteJoin = (db: Queryable, tokenHash: string): Promise<boolean> =>
  hasRow(db.deleteFrom('companyJoins').where('tokenHash', '=', tokenHash).returning('tokenHash'))

/** Lists the companies' accounts of a user, the oldest first. */
export const listCompanyAccounts = (db: Queryable, userId: string): Promise<CompanyAccountRow[]> =>
  db.selectFrom('companyAccounts').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute()

/** Returns the account here that an account at a provider opens. */
export const findBySubject = (
  db: Queryable,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<CompanyAccountRow | undefined> =>
  db
    .selectFrom('companyAccounts')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const insertCompanyAccount = (db: Queryable, account: Insertable<CompanyAccountsTable>) =>
  db.insertInto('companyAccounts').values(account).execute()

/** A use of an account, with the name by which the provider now calls the person. */
type CompanyUse = { id: string; name: string; at: string; hasSecondFactor: boolean }

/** Records a use. Returns `false` if the account was removed. */
export const recordCompanyUse = (db: Queryable, { id, name, at, hasSecondFactor }: CompanyUse) =>
  hasRow(
    db
      .updateTable('companyAccounts')
      .set({ name, lastUsedAt: at, ...(hasSecondFactor && { secondFactorAt: at }) })
      .where('id', '=', id)
      .returning('id'),
  )

/** Deletes an account of a user. Returns it; `undefined` if there is none. */
export const deleteCompanyAccount = (
  db: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<CompanyAccountRow | undefined> =>
  db.deleteFrom('companyAccounts').where('id', '=', id).where('userId', '=', userId).returningAll().executeTakeFirst()

/** Deletes those of a user. Returns their number. */
export async function deleteCompanyAccounts(db: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('companyAccounts').where('userId', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns whether a provider that is still in use for a group of people opens a user's account. */
export const hasUsableCompanyAccount = (
  db: Queryable,
  { userId, isStaff, exceptId = '' }: { userId: string; isStaff: boolean; exceptId?: string },
): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('companyAccounts')
      .innerJoin('signInProviders', 'signInProviders.issuer', 'companyAccounts.issuer')
      .select('companyAccounts.id')
      .where('companyAccounts.userId', '=', userId)
      .where('companyAccounts.id', '!=', exceptId)
      .where(isStaff ? 'isForStaff' : 'isForMembers', '=', true)
      .limit(1),
  )

/** Deletes the sessions of a user that began by a company's account, except one. */
export const deleteCompanySessions = (db: Queryable, userId: string, exceptId: string) =>
  db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('method', 'in', ['company', 'company-two-factor'])
    .where('id', '!=', exceptId)
    .execute()

/**
 * Returns whether a member of the staff has an account at a provider that has proved a second factor of theirs, or whose sign-ins
 * all count as two.
 */
export async function hasTwoFactorProvider(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('companyAccounts')
    .innerJoin('signInProviders', 'signInProviders.issuer', 'companyAccounts.issuer')
    .select(['signInProviders.settingsJson', 'companyAccounts.secondFactorAt'])
    .where('companyAccounts.userId', '=', userId)
    .where('isForStaff', '=', true)
    .$castTo<Pick<ProviderRow, 'settingsJson'> & Pick<CompanyAccountRow, 'secondFactorAt'>>()
    .execute()
  return rows.some(({ settingsJson, secondFactorAt }) => settingsJson.alwaysTwoFactors || secondFactorAt !== null)
}

/** Stores at which provider a session began, and where it signs out there. */
export const saveSessionProvider = (
  db: Queryable,
  sessionId: string,
  values: { providerId: string; providerSignOut: string | null },
) => db.updateTable('sessions').set(values).where('id', '=', sessionId).execute()

/**
 * Deletes the sessions that began at a provider, of the staff or of members. Those from before that was stored count if their
 * user has an account there. Returns their number.
 */
export async function deleteProviderSessions(
  db: Queryable,
  { id, issuer }: Pick<ProviderRow, 'id' | 'issuer'>,
  { isStaff }: { isStaff: boolean },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('method', 'in', ['company', 'company-two-factor'])
    .where((eb) =>
      eb.or([
        eb('providerId', '=', id),
        eb.and([
          eb('providerId', 'is', null),
          eb('userId', 'in', eb.selectFrom('companyAccounts').select('userId').where('issuer', '=', issuer)),
        ]),
      ]),
    )
    .where((eb) =>
      eb(
        'userId',
        'in',
        eb
          .selectFrom('users')
          .select('id')
          .where('role', isStaff ? '!=' : '=', 'member'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
