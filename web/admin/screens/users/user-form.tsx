import { useMutation } from '@tanstack/react-query'
import { App, Form, Modal } from 'antd'
import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '#contracts/identity/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { showFieldFaults } from '../../parts/field-faults.ts'
import { FormFailure } from '../../parts/form-failure.tsx'
import { useAskedClose } from '../../parts/use-asked-close.ts'
import { useOneAtATime } from '../../parts/use-one-at-a-time.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { said } from './said.ts'
import { createUser, updateUser } from './user-calls.ts'
import { UserFields, type UserFormFields } from './user-fields.tsx'

type UserFormProps = {
  /** Whom to change; none for a new one. */
  user: UserRecord | undefined
  canInvite: boolean
  onClose: () => void
  onSaved: () => void
}

/** The role is preselected as the specification has it; the field says what it may do. */
const NEW: Omit<UserFormFields, 'way'> = {
  ...{ name: '', email: '', role: 'super_admin', status: 'active' },
  ...{ company: '', position: '', phone: '', password: '' },
}
const FIELDS = ['name', 'email', 'role', 'status', 'company', 'position', 'phone', 'password'] as const

/** The dialog's button sends the form, and so does Enter in a field. */
const FORM_ID = 'user-form'

/** Makes a user, by an invitation or with a password, or changes one. */
export function UserForm({ user, canInvite, onClose, onSaved }: UserFormProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<UserFormFields>()
  const [isDirty, setDirty] = useState(false)
  useUnsaved('user', { isDirty })
  const initial: UserFormFields = user
    ? { ...NEW, ...user, way: 'password' }
    : { ...NEW, way: canInvite ? 'invite' : 'password' }

  const save = useMutation({
    mutationFn: (fields: UserFormFields) => saved(user, fields),
    onSuccess(reply) {
      message.success(reply.message)
      setDirty(false)
      onSaved()
    },
    onError: (error) => showFieldFaults(form, error, FIELDS),
  })
  const send = useOneAtATime((fields: UserFormFields) => save.mutateAsync(fields).catch(() => undefined))
  const close = useAskedClose({ isDirty, onClose })

  return (
    <Modal
      open
      title={user ? `编辑用户“${user.name}”` : '添加用户'}
      width={640}
      okText={save.isPending ? '保存中...' : '保存'}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, disabled: save.isPending }}
      cancelText="取消"
      mask={{ closable: false }}
      onCancel={close}
    >
      <Form<UserFormFields>
        name={FORM_ID}
        form={form}
        layout="vertical"
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        onFinish={send}
        scrollToFirstError={{ focus: true }}
      >
        <FormFailure error={save.error} fallback={ACCOUNT_MESSAGES.saveFailed} say={said} />
        <UserFields user={user} canInvite={canInvite} />
      </Form>
    </Modal>
  )
}

/** A blank password is left out (spec 3 §5), and so is what was not edited: somebody else may have changed it meanwhile. */
function saved(user: UserRecord | undefined, { way, password, ...fields }: UserFormFields) {
  const secret = password ? { password } : {}
  if (user) {
    const edited = Object.entries(fields).filter(([name, value]) => Reflect.get(user, name) !== value)
    return updateUser(user._id, { ...Object.fromEntries(edited), ...secret })
  }
  return way === 'invite'
    ? createUser({ ...fields, invite: true })
    : createUser({ ...fields, ...secret, invite: false })
}
