import { App, Modal } from 'antd'
import { useState } from 'react'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { createOnce } from '../../calls/create-once.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { pickChangedFields } from '../../versioned/pick-changed-fields.ts'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { describeUserError } from './describe-user-error.ts'
import { createUser, getUser, loadAuthorship, updateUser } from './user-calls.ts'
import { UserFields } from './user-fields.tsx'
import { USER_FIELDS } from './user-form-fields.ts'
import {
  getNewUserValues,
  pickRecordValues,
  SECRET_FIELDS,
  toFormValues,
  type UserFormValues,
} from './user-form-values.ts'

/** Loads and saves an existing user. Sends only changed fields, and passwords only if typed. */
const createExistingUserResource = (id: string): VersionedResource<UserFormValues> => ({
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
function createNewUserResource(onCreated: (user: UserRecord) => void): VersionedResource<UserFormValues> {
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

type UserDialogProps = {
  /** The user to edit; `undefined` to create one. */
  user: UserRecord | undefined
  canInvite: boolean
  onClose: () => void
  onSaved: () => void
}

const FIELDS = Object.values(USER_FIELDS)

/** Connects the dialog's save button to the form. */
const FORM_ID = 'user-form'

/** Dialog to create a user, by invitation or with a password, or to edit one; a created user is edited from then on. */
export function UserDialog({ user: openedUser, canInvite, onClose, onSaved }: UserDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [user, setUser] = useState(openedUser)
  const [resource] = useState(() =>
    openedUser ? createExistingUserResource(openedUser._id) : createNewUserResource(setUser),
  )
  const form = useVersionedForm<UserFormValues>(resource, {
    resourceKey: `user:${openedUser?._id ?? 'new'}`,
    initial: openedUser ? toFormValues(openedUser) : getNewUserValues(canInvite),
    fields: FIELDS,
    secrets: SECRET_FIELDS,
    onSaved(saved) {
      // Edits made during the save keep the dialog open.
      if (form.edits.get().isDirty) return false
      message.success(saved.message)
      onSaved()
      return true
    },
  })
  const { isDirty, isSaving } = form
  const close = useConfirmBeforeClose({
    isDirty,
    onClose() {
      form.discard()
      onClose()
    },
  })

  return (
    <Modal
      open
      title={user ? `编辑用户“${user.name}”` : '添加用户'}
      width={640}
      okText={isSaving ? '保存中……' : '保存'}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, ...getUnavailableProps(isSaving) }}
      cancelText="取消"
      mask={{ closable: false }}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && form.antForm.focusField('name')}
    >
      <VersionedForm form={form} name={FORM_ID} requiredMark>
        <UserFields user={user} canInvite={canInvite} />
      </VersionedForm>
    </Modal>
  )
}
