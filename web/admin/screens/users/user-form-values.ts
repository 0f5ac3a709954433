import type { UserRecord } from '#contracts/users/user.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'

export type UserFormValues = {
  name: string
  email: string
  role: Role
  status: UserStatus
  company: string
  position: string
  phone: string
  /** How the password of a new user is set: by the user through an invitation email, or in this form. */
  passwordSetup: 'invite' | 'password'
  password: string
  /** The signed-in user's password, required to change their own email address. */
  currentPassword: string
  /** The signed-in user's two-factor code, required as well if they have enabled it. */
  code: string
}

/** The values that a user record stores unchanged. */
export type UserRecordValues = Omit<UserFormValues, 'passwordSetup' | 'password' | 'currentPassword' | 'code'>

/** Left out of drafts and of the comparison of two versions. */
export const SECRET_FIELDS: readonly (keyof UserFormValues)[] = ['password', 'currentPassword', 'code']

/**
 * Returns the initial values for a new user. `super_admin` is preselected: members register themselves, so
 * the accounts created here are for administrators.
 */
export const getNewUserValues = (canInvite: boolean): Versioned<UserFormValues> => ({
  value: {
    name: '',
    email: '',
    role: 'super_admin',
    status: 'active',
    company: '',
    position: '',
    phone: '',
    passwordSetup: canInvite ? 'invite' : 'password',
    password: '',
    currentPassword: '',
    code: '',
  },
  version: 0,
})

export const toFormValues = (user: UserRecord): Versioned<UserFormValues> => ({
  value: { ...pickRecordValues(user), passwordSetup: 'password', password: '', currentPassword: '', code: '' },
  version: user.version,
})

/** Returns only the values that a user record stores unchanged. */
export const pickRecordValues = ({
  name,
  email,
  role,
  status,
  company,
  position,
  phone,
}: UserRecordValues): UserRecordValues => ({
  name,
  email,
  role,
  status,
  company,
  position,
  phone,
})
