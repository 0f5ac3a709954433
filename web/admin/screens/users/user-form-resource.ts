import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { VersionedSource } from '../../../shared/versioned/versioned-form.ts'
import { getErrorMessage } from './error-message.ts'
import { createUser, getUser, updateUser } from './user-calls.ts'
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

/** The resource behind the form for an existing user. Sends only changed fields, and passwords only if typed. */
export const createExistingUserResource = (id: string): VersionedSource<UserFormFields> => ({
  read: async () => toFormState(await getUser(id)),
  async save(value, base) {
    const changes = pickChangedFields(pickUserFields(base.value), pickUserFields(value))
    const { password, currentPassword } = value
    const { data, message } = await updateUser(id, {
      version: base.version,
      ...changes,
      // A blank password means no change (spec 3 §5).
      ...(password ? { password } : {}),
      ...(currentPassword && changes.email !== undefined ? { currentPassword } : {}),
    })
    return { ...toFormState(data), message }
  },
  savedMessage: USER_MESSAGES.updated,
  describeFailure: getSaveErrorMessage,
})

/** The resource behind the form for a new user, which can't conflict. */
export const NEW_USER_RESOURCE: VersionedSource<UserFormFields> = {
  read: () => Promise.reject(new Error('unreachable: a new user is never reloaded')),
  async save(value) {
    const isInvited = value.passwordSetup === 'invite'
    const credentials = !isInvited && value.password ? { password: value.password } : {}
    const { data, message } = await createUser({ ...pickUserFields(value), ...credentials, invite: isInvited })
    return { ...toFormState(data), message }
  },
  savedMessage: USER_MESSAGES.created,
  describeFailure: getSaveErrorMessage,
}

type UserFields = Omit<UserFormFields, 'passwordSetup' | 'password' | 'currentPassword'>

const pickUserFields = ({ name, email, role, status, company, position, phone }: UserFields): UserFields => ({
  name,
  email,
  role,
  status,
  company,
  position,
  phone,
})

function getSaveErrorMessage(error: unknown): string {
  return getErrorMessage(error, USER_MESSAGES.saveFailed)
}
