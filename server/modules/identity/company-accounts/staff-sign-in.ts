import type { StaffSignIn } from '#contracts/identity/sign-in-providers.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { countPasskeys } from '../passkeys/store.ts'
import { findUser, type UserRow } from '../store.ts'
import { hasUsableCompanyAccount } from './store.ts'

type Dependencies = { database: Database; settings: Pick<SettingsService, 'getStaffSignIn'> }

type Account = Pick<UserRow, 'id' | 'role' | 'passwordHash'>

/** Returns whether an account can always sign in by password: an active super admin who has one. */
export const canServeInEmergencies = (user: UserRow | undefined): boolean =>
  user?.status === 'active' && user.role === 'super_admin' && user.passwordHash !== ''

/** Creates the rules of which ways of signing in an account has. */
export function createSignInWays({ database, settings }: Dependencies) {
  /**
   * Returns whether the staff can't sign in by password. The switch has no effect while the emergency account couldn't
   * either: otherwise, disabling that one could lock out everybody.
   */
  async function isPasswordOff(
    { isPasswordAllowed, emergencyAccount }: StaffSignIn,
    db: Queryable = database.read,
  ): Promise<boolean> {
    return !isPasswordAllowed && canServeInEmergencies(await findUser(db, emergencyAccount))
  }

  /** Returns whether an account may sign in by password, if it has one. */
  async function mayUsePassword({ id, role }: Account, db: Queryable = database.read): Promise<boolean> {
    if (role === 'member') return true
    const staff = await settings.getStaffSignIn(db)
    return staff.emergencyAccount === id || !(await isPasswordOff(staff, db))
  }

  return {
    isPasswordOff,
    mayUsePassword,

    /** Returns whether an account can sign in without a password: by a passkey or a company's account. */
    async hasOtherWay(db: Queryable, { id, role }: Account, exceptId?: string): Promise<boolean> {
      if ((await countPasskeys(db, id)) > 0) return true
      const query = { userId: id, isStaff: role !== 'member' }
      return hasUsableCompanyAccount(db, exceptId === undefined ? query : { ...query, exceptId })
    },

    /** Returns whether an account can sign in by a password. */
    canUsePassword: async (db: Queryable, account: Account): Promise<boolean> =>
      account.passwordHash !== '' && (await mayUsePassword(account, db)),
  }
}

export type SignInWays = ReturnType<typeof createSignInWays>
