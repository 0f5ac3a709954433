import { App, Modal } from 'antd'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { changedFields } from '../../../shared/versioned/changed-fields.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { saveOutcome } from '../../../shared/versioned/save-outcome.ts'
import type { Describe } from '../../../shared/versioned/use-conflict-choice.ts'
import type { VersionedSource } from '../../../shared/versioned/versioned-form.ts'
import { createFieldDescriber } from '../../editors/form/describe-difference.ts'
import { useConfirmedClose } from '../../parts/use-confirmed-close.ts'
import { SavingOutcome } from '../../versioned/saving-outcome.tsx'
import { useFormBinding } from '../../versioned/use-form-binding.ts'
import { useLeaveGuard } from '../../versioned/use-leave-guard.tsx'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedFields } from '../../versioned/versioned-fields.tsx'
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
  const binding = useFormBinding<UserFormFields>(
    user ? toVersioned(user) : { value: { ...EMPTY_USER, way: canInvite ? 'invite' : 'password' }, version: 0 },
  )
  const saving = useVersionedForm({
    binding,
    source: user ? getSource(user._id) : NEW_USER_SOURCE,
    draft: { subject: `user:${user?._id ?? 'new'}`, secrets: ['password'] },
    onSaved(saved) {
      if (binding.edits.get().isDirty) return false
      message.success(saved.message)
      onSaved()
      return true
    },
  })
  const { isDirty, isSaving } = saving
  useLeaveGuard({ owner: 'user', isDirty, edits: binding.edits })
  const close = useConfirmedClose({
    isDirty,
    onClose() {
      saving.discard()
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
      <VersionedFields binding={binding} saving={saving} name={FORM_ID} requiredMark>
        <SavingOutcome saving={saving} describe={describe} />
        <UserFields user={user} canInvite={canInvite} />
      </VersionedFields>
    </Modal>
  )
}

const getSaveFailure = (error: unknown) => getErrorMessage(error, USER_MESSAGES.saveFailed)

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
function getSource(id: string): VersionedSource<UserFormFields> {
  async function save(
    { way: _way, password, currentPassword, ...fields }: UserFormFields,
    base: Versioned<UserFormFields>,
  ) {
    const { password: _password, currentPassword: _currentPassword, way: _baseWay, ...before } = base.value
    const edited = changedFields(before, fields)
    const { data, message } = await updateUser(id, {
      version: base.version,
      ...edited,
      ...(password ? { password } : {}),
      ...(currentPassword && edited.email !== undefined ? { currentPassword } : {}),
    })
    return { ...toVersioned(data), message }
  }
  return {
    read: async () => toVersioned(await getUser(id)),
    save: (fields, base) => saveOutcome(save(fields, base), getSaveFailure),
    messages: { saved: USER_MESSAGES.updated, describeNewerFailure: getSaveFailure },
  }
}

/** Creates a new user, for whom conflicts can't occur. */
const NEW_USER_SOURCE: VersionedSource<UserFormFields> = {
  read: () => Promise.reject(new Error('a new user has no newer version')),
  save: (fields) => saveOutcome(create(fields), getSaveFailure),
  messages: { saved: USER_MESSAGES.created, describeNewerFailure: getSaveFailure },
}

async function create({ way, password, currentPassword: _none, ...fields }: UserFormFields) {
  const isInvited = way === 'invite'
  const secret = !isInvited && password ? { password } : {}
  const { data, message } = await createUser({ ...fields, ...secret, invite: isInvited })
  return { ...toVersioned(data), message }
}
