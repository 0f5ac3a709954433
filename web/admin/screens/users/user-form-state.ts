import type { UserRecord } from '#contracts/users/user.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { UserFormFields } from './user-fields.tsx'

/** The fields whose values are left out of drafts and of the comparison of two versions. */
export const SECRET_FIELDS: readonly (keyof UserFormFields)[] = ['password', 'currentPassword']

/**
 * Returns what the form for a new user starts with. The screen creates accounts for administrators, since members
 * register themselves, so `super_admin` is preselected (spec 3 §6).
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

type UserFields = Omit<UserFormFields, 'passwordSetup' | 'password' | 'currentPassword'>

/** Returns the fields of the form that a user record stores as they are. */
export const pickUserFields = ({ name, email, role, status, company, position, phone }: UserFields): UserFields => ({
  name,
  email,
  role,
  status,
  company,
  position,
  phone,
})
