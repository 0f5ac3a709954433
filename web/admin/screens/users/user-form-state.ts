import type { UserRecord } from '#contracts/users/user.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'

export type UserFormFields = {
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
}

/** The fields that a user record stores as they are. */
export type RecordFields = Omit<UserFormFields, 'passwordSetup' | 'password' | 'currentPassword'>

/** The fields whose values are left out of drafts and of the comparison of two versions. */
export const SECRET_FIELDS: readonly (keyof UserFormFields)[] = ['password', 'currentPassword']

/**
 * Returns what the form for a new user starts with. The screen creates accounts for administrators, since members
 * register themselves, so `super_admin` is preselected.
 */
export const getNewUserState = (canInvite: boolean): Versioned<UserFormFields> => ({
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
  },
  version: 0,
})

export const toFormState = (user: UserRecord): Versioned<UserFormFields> => ({
  value: { ...pickUserFields(user), passwordSetup: 'password', password: '', currentPassword: '' },
  version: user.version,
})

/** Returns the fields of the form that a user record stores as they are. */
export const pickUserFields = ({
  name,
  email,
  role,
  status,
  company,
  position,
  phone,
}: RecordFields): RecordFields => ({
  name,
  email,
  role,
  status,
  company,
  position,
  phone,
})
