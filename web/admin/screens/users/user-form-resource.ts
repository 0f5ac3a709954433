import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-form.ts'
import { getErrorMessage } from './error-message.ts'
import { createUser, getUser, updateUser } from './user-calls.ts'
import { pickUserFields, toFormState, type UserFormFields } from './user-form-state.ts'

/** The resource behind the form for an existing user. Sends only changed fields, and passwords only if typed. */
export const createExistingUserResource = (id: string): VersionedResource<UserFormFields> => ({
  read: async () => toFormState(await getUser(id)),
  async save(value, base) {
    const changes = pickChangedFields(pickUserFields(base.value), pickUserFields(value))
    const { password, currentPassword } = value
    const { data, message } = await updateUser(id, {
      version: base.version,
      ...changes,
      // A blank password means no change.
      ...(password ? { password } : {}),
      ...(currentPassword && changes.email !== undefined ? { currentPassword } : {}),
    })
    return { ...toFormState(data), message }
  },
  savedMessage: USER_MESSAGES.updated,
  getErrorMessage: getSaveErrorMessage,
})

/** The resource behind the form for a new user, which can't conflict. */
export const NEW_USER_RESOURCE: VersionedResource<UserFormFields> = {
  read: () => Promise.reject(new Error('a new user has no stored version')),
  async save(value) {
    const isInvited = value.passwordSetup === 'invite'
    const credentials = !isInvited && value.password ? { password: value.password } : {}
    const { data, message } = await createUser({ ...pickUserFields(value), ...credentials, invite: isInvited })
    return { ...toFormState(data), message }
  },
  savedMessage: USER_MESSAGES.created,
  getErrorMessage: getSaveErrorMessage,
}

function getSaveErrorMessage(error: unknown): string {
  return getErrorMessage(error, USER_MESSAGES.saveFailed)
}
