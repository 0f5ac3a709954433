import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { createOnce } from '../../../shared/create-once.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { describeUserError } from './describe-user-error.ts'
import { createUser, getUser, loadAuthorship, updateUser } from './user-calls.ts'
import { pickRecordValues, toFormValues, type UserFormValues } from './user-form-values.ts'

/** Loads and saves an existing user. Sends only changed fields, and passwords only if typed. */
export const createExistingUserResource = (id: string): VersionedResource<UserFormValues> => ({
  read: async () => toFormValues(await getUser(id)),
  readAuthorship: () => loadAuthorship(id),
  async save(value, base) {
    const changes = pickChangedFields(pickRecordValues(base.value), pickRecordValues(value))
    // Only a change of one's own email address needs them; they may have been typed before the change was reverted.
    const isEmailChanged = changes.email !== undefined
    const { data, message } = await updateUser(id, {
      version: base.version,
      ...changes,
      // A blank password means no change.
      password: value.password || undefined,
      currentPassword: (isEmailChanged && value.currentPassword) || undefined,
      code: (isEmailChanged && value.code) || undefined,
    })
    return { ...toFormValues(data), message }
  },
  savedMessage: USER_MESSAGES.updated,
  getErrorMessage: getSaveErrorMessage,
})

/**
 * Creates a user, once even if a save is repeated because its reply was lost; later saves update that user, with the
 * edits that were made during the first or after a lost reply.
 */
export function createNewUserResource(onCreated: (user: UserRecord) => void): VersionedResource<UserFormValues> {
  const createUserOnce = createOnce(createUser)
  let createdUser: VersionedResource<UserFormValues> | undefined

  return {
    read: () => createdUser?.read() ?? Promise.reject(new Error('a new user has no stored version')),
    readAuthorship: async () => createdUser?.readAuthorship?.(),
    async save(value, base) {
      if (createdUser) return createdUser.save(value, base)
      const isInvited = value.passwordSetup === 'invite'
      const password = isInvited ? undefined : value.password || undefined
      const { reply, isEarlier } = await createUserOnce({ ...pickRecordValues(value), password, invite: isInvited })
      const { data: user, message } = reply
      createdUser = createExistingUserResource(user._id)
      onCreated(user)
      if (!isEarlier) return { ...toFormValues(user), message }
      // An invited user stays pending: activating the account would invalidate the link in the invitation.
      const changedValue = isInvited ? { ...value, password: '', status: user.status } : value
      return createdUser.save(changedValue, toFormValues(user))
    },
    savedMessage: USER_MESSAGES.created,
    getErrorMessage: getSaveErrorMessage,
  }
}

function getSaveErrorMessage(error: unknown): string {
  return describeUserError(error, USER_MESSAGES.saveFailed)
}
