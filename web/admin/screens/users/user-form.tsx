import { App, Modal } from 'antd'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { describedByFields } from '../../editors/form/describe-difference.ts'
import { useConfirmedClose } from '../../parts/use-confirmed-close.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { changedFields } from '../../versioned/changed-fields.ts'
import type { Describe } from '../../versioned/conflict/conflict-dialog.tsx'
import type { Versioned } from '../../versioned/edits.ts'
import { saveOutcome } from '../../versioned/save-outcome.ts'
import { SavingOutcome } from '../../versioned/saving-outcome.tsx'
import { useFieldSide } from '../../versioned/use-field-side.ts'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedFields } from '../../versioned/versioned-fields.tsx'
import type { VersionedSource } from '../../versioned/versioned-form.ts'
import { getErrorMessage } from './error-message.ts'
import { createUser, getUser, updateUser } from './user-calls.ts'
import { ROLE_OPTIONS, STATUS_OPTIONS, UserFields, type UserFormFields } from './user-fields.tsx'

type UserFormProps = {
  /** Whom to change; none for a new one. */
  user: UserRecord | undefined
  canInvite: boolean
  onClose: () => void
  onSaved: () => void
}

/** The role is preselected as the specification has it; the field says what it may do. */
const NEW: Omit<UserFormFields, 'way'> = {
  name: '',
  email: '',
  role: 'super_admin',
  status: 'active',
  company: '',
  position: '',
  phone: '',
  password: '',
}

const DESCRIPTIONS = describedByFields([
  { key: 'name', label: '姓名', kind: 'text' },
  { key: 'email', label: '邮箱', kind: 'text' },
  { key: 'role', label: '角色', kind: 'select', options: ROLE_OPTIONS },
  { key: 'company', label: '公司', kind: 'text' },
  { key: 'position', label: '职位', kind: 'text' },
  { key: 'phone', label: '电话', kind: 'text' },
  { key: 'status', label: '状态', kind: 'select', options: STATUS_OPTIONS },
])
/** A password is shown to nobody, and stays as it was typed. */
const describe: Describe = (difference) => (difference.path === 'password' ? undefined : DESCRIPTIONS(difference))

/** The dialog's button sends the form, and so does Enter in a field. */
const FORM_ID = 'user-form'

/** Makes a user, by an invitation or with a password, or changes one. */
export function UserForm({ user, canInvite, onClose, onSaved }: UserFormProps) {
  const { message } = App.useApp()
  const side = useFieldSide<UserFormFields>(
    user ? versioned(user) : { value: { ...NEW, way: canInvite ? 'invite' : 'password' }, version: 0 },
  )
  const saving = useVersionedForm({
    side,
    source: user ? getSource(user._id) : NEW_USERS,
    onSaved(saved) {
      if (side.edits.get().isDirty) return false
      message.success(saved.message)
      onSaved()
      return true
    },
  })
  const { isDirty, isSaving } = saving
  useUnsaved('user', { isDirty })
  const close = useConfirmedClose({ isDirty, onClose })

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
      <VersionedFields side={side} saving={saving} name={FORM_ID} requiredMark>
        <SavingOutcome saving={saving} describe={describe} />
        <UserFields user={user} canInvite={canInvite} />
      </VersionedFields>
    </Modal>
  )
}

const failureMessage = (error: unknown) => getErrorMessage(error, USER_MESSAGES.saveFailed)

const versioned = ({ name, email, role, status, company, position, phone, version }: UserRecord) => ({
  value: { name, email, role, status, company, position, phone, way: 'password' as const, password: '' },
  version,
})

/** Returns a user who is there. A blank password is left out (spec 3 §5), and so is what was not edited. */
function getSource(id: string): VersionedSource<UserFormFields> {
  async function save({ way: _way, password, ...fields }: UserFormFields, over: Versioned<UserFormFields>) {
    const { password: _password, way: _overWay, ...before } = over.value
    const edited = changedFields(before, fields)
    const { data, message } = await updateUser(id, {
      version: over.version,
      ...edited,
      ...(password ? { password } : {}),
    })
    return { ...versioned(data), message }
  }
  return {
    read: async () => versioned(await getUser(id)),
    save: (fields, over) => saveOutcome(save(fields, over), failureMessage),
    messages: { saved: USER_MESSAGES.updated, describeNewerFailure: failureMessage },
  }
}

/** Users who are to be made: nobody else has a version of them. */
const NEW_USERS: VersionedSource<UserFormFields> = {
  read: () => Promise.reject(new Error('a user who is not made yet has no newer version')),
  save: (fields) => saveOutcome(create(fields), failureMessage),
  messages: { saved: USER_MESSAGES.created, describeNewerFailure: failureMessage },
}

async function create({ way, password, ...fields }: UserFormFields) {
  const isInvited = way === 'invite'
  const secret = !isInvited && password ? { password } : {}
  const { data, message } = await createUser({ ...fields, ...secret, invite: isInvited })
  return { ...versioned(data), message }
}
