import { App, Modal } from 'antd'
import { useState } from 'react'
import type { UserRecord } from '#contracts/users/user.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { UserFields } from './user-fields.tsx'
import { USER_FIELDS } from './user-form-fields.ts'
import { createExistingUserResource, createNewUserResource } from './user-form-resource.ts'
import { getNewUserValues, SECRET_FIELDS, toFormValues, type UserFormValues } from './user-form-values.ts'

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
