import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { createUuid } from '../../../shared/random-id.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { describeUserError } from './describe-user-error.ts'
import { createUser, findUser, getUser, updateUser } from './user-calls.ts'
import { pickRecordValues, toFormValues, type UserFormValues } from './user-form-values.ts'

/** Loads and saves an existing user. Sends only changed fields, and passwords only if typed. */
export const createExistingUserResource = (id: string): VersionedResource<UserFormValues> => ({
  read: async () => toFormValues(await getUser(id)),
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
  const id = createUuid()
  let createdUser: VersionedResource<UserFormValues> | undefined
  /** The last request without a reply, from which the server may have created the user. */
  let unansweredRequest: string | undefined

  function updateFromNowOn(user: UserRecord): VersionedResource<UserFormValues> {
    createdUser = createExistingUserResource(user._id)
    onCreated(user)
    return createdUser
  }

  /** Returns the user that an unanswered request with other content has created. */
  const findUnansweredUser = async (request: string): Promise<UserRecord | undefined> =>
    unansweredRequest === undefined || unansweredRequest === request ? undefined : findUser(id)

  return {
    read: () => createdUser?.read() ?? Promise.reject(new Error('a new user has no stored version')),
    async save(value, base) {
      if (createdUser) return createdUser.save(value, base)
      const isInvited = value.passwordSetup === 'invite'
      const password = isInvited ? undefined : value.password || undefined
      const body = { ...pickRecordValues(value), id, password, invite: isInvited }
      const request = JSON.stringify(body)
      const user = await findUnansweredUser(request)
      if (user) {
        // An invited user stays pending: activating the account would invalidate the link in the invitation.
        const changedValue = isInvited ? { ...value, password: '', status: user.status } : value
        return updateFromNowOn(user).save(changedValue, toFormValues(user))
      }
      try {
        const { data, message } = await createUser(body)
        updateFromNowOn(data)
        return { ...toFormValues(data), message }
      } catch (error) {
        if (isUnanswered(error)) unansweredRequest = request
        throw error
      }
    },
    savedMessage: USER_MESSAGES.created,
    getErrorMessage: getSaveErrorMessage,
  }
}

function getSaveErrorMessage(error: unknown): string {
  return describeUserError(error, USER_MESSAGES.saveFailed)
}
