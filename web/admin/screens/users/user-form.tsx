import { App, Modal } from 'antd'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { Describe } from '../../../shared/versioned/use-conflict-choice.ts'
import type { VersionedSource } from '../../../shared/versioned/versioned-form.ts'
import { createFieldDescriber } from '../../editors/form/describe-difference.ts'
import { useConfirmBeforeClose } from '../../parts/use-confirmed-close.ts'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import { getErrorMessage } from './error-message.ts'
import { createUser, getUser, updateUser } from './user-calls.ts'
import { ROLE_OPTIONS, STATUS_OPTIONS, UserFields, type UserFormFields } from './user-fields.tsx'

type UserFormProps = {
  /** The user to edit; `undefined` to create one. */
  user: UserRecord | undefined
  canInvite: boolean
  onClose: () => void
  onSaved: () => void
}

/** The preselected role follows the specification. */
const EMPTY_USER: Omit<UserFormFields, 'way'> = {
  name: '',
  email: '',
  role: 'super_admin',
  status: 'active',
  company: '',
  position: '',
  phone: '',
  password: '',
  currentPassword: '',
}

const describeFields = createFieldDescriber([
  { key: 'name', label: '姓名', kind: 'text' },
  { key: 'email', label: '邮箱', kind: 'text' },
  { key: 'role', label: '角色', kind: 'select', options: ROLE_OPTIONS },
  { key: 'company', label: '公司', kind: 'text' },
  { key: 'position', label: '职位', kind: 'text' },
  { key: 'phone', label: '电话', kind: 'text' },
  { key: 'status', label: '状态', kind: 'select', options: STATUS_OPTIONS },
])
/** Passwords are never compared or shown. */
const describe: Describe = (difference) =>
  difference.path === 'password' || difference.path === 'currentPassword' ? undefined : describeFields(difference)

/** Connects the dialog's save button to the form. */
const FORM_ID = 'user-form'

/** Creates a user, by an invitation or with a password, or edits one. */
export function UserForm({ user, canInvite, onClose, onSaved }: UserFormProps) {
  const { message } = App.useApp()
  const form = useVersionedForm<UserFormFields>(user ? createUserSource(user._id) : NEW_USER_SOURCE, {
    subject: `user:${user?._id ?? 'new'}`,
    initial: user
      ? toVersioned(user)
      : { value: { ...EMPTY_USER, way: canInvite ? 'invite' : 'password' }, version: 0 },
    secrets: ['password'],
    describe,
    onSaved(saved) {
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
      okText={isSaving ? '保存中...' : '保存'}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, disabled: isSaving }}
      cancelText="取消"
      mask={{ closable: false }}
      onCancel={close}
    >
      <VersionedForm form={form} name={FORM_ID} requiredMark>
        <UserFields user={user} canInvite={canInvite} />
      </VersionedForm>
    </Modal>
  )
}

const describeFailure = (error: unknown) => getErrorMessage(error, USER_MESSAGES.saveFailed)

const toVersioned = ({ name, email, role, status, company, position, phone, version }: UserRecord) => ({
  value: {
    name,
    email,
    role,
    status,
    company,
    position,
    phone,
    way: 'password' as const,
    password: '',
    currentPassword: '',
  },
  version,
})

/** Reads and saves an existing user. A blank password (spec 3 §5) and unedited fields are not sent. */
const createUserSource = (id: string): VersionedSource<UserFormFields> => ({
  read: async () => toVersioned(await getUser(id)),
  async save({ way: _way, password, currentPassword, ...fields }, base) {
    const { password: _password, currentPassword: _currentPassword, way: _baseWay, ...before } = base.value
    const edited = pickChangedFields(before, fields)
    const { data, message } = await updateUser(id, {
      version: base.version,
      ...edited,
      ...(password ? { password } : {}),
      ...(currentPassword && edited.email !== undefined ? { currentPassword } : {}),
    })
    return { ...toVersioned(data), message }
  },
  savedMessage: USER_MESSAGES.updated,
  describeFailure,
})

/** Creates a new user, for whom conflicts can't occur. */
const NEW_USER_SOURCE: VersionedSource<UserFormFields> = {
  read: () => Promise.reject(new Error('a new user has no newer version')),
  async save({ way, password, currentPassword: _none, ...fields }) {
    const isInvited = way === 'invite'
    const secret = !isInvited && password ? { password } : {}
    const { data, message } = await createUser({ ...fields, ...secret, invite: isInvited })
    return { ...toVersioned(data), message }
  },
  savedMessage: USER_MESSAGES.created,
  describeFailure,
}
