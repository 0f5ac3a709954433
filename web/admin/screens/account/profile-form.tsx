import { App, Button, Descriptions, Form, Input } from 'antd'
import type { ProfileInput } from '#contracts/identity/account.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { TEXT } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { ROLE_LABELS } from '#contracts/vocabulary.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { clearErrorsOfChanges, showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { session, useUser } from '../../session/session.ts'

const FIELDS = [
  { name: 'name', label: '姓名', autoComplete: 'name', type: 'text', maxLength: TEXT.word },
  { name: 'company', label: '公司', autoComplete: 'organization', type: 'text', maxLength: TEXT.line },
  { name: 'position', label: '职位', autoComplete: 'organization-title', type: 'text', maxLength: TEXT.line },
  { name: 'phone', label: '电话', autoComplete: 'tel', type: 'tel', maxLength: TEXT.word },
] as const

/** Edits the signed-in user's profile. Email address and role can only be changed in user management. */
export function ProfileForm({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  const user = useUser()
  const { message } = App.useApp()
  const [form] = Form.useForm<ProfileInput>()
  const saveMutation = useMutation({
    mutationFn: (input: ProfileInput) => callAdmin(identityCalls.updateProfile, { body: input }),
    onSuccess(reply, input) {
      session.setUser(reply.user)
      message.success(reply.message)
      // What was typed during the save is kept.
      const isUnchanged = FIELDS.every(({ name }) => form.getFieldValue(name) === input[name])
      if (!isUnchanged) return
      form.setFieldsValue(reply.user)
      onDirtyChange(false)
    },
    onError: (error) => showServerErrors(form, error),
  })

  return (
    <section className="panel mb-5 px-5 py-5">
      <h2 className="pb-3 text-lg">个人资料</h2>
      <Descriptions
        className="max-w-200 pb-3"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'email', label: '邮箱', children: user.email },
          { key: 'role', label: '角色', children: ROLE_LABELS[user.role] },
        ]}
      />
      <Form<ProfileInput>
        form={form}
        layout="vertical"
        requiredMark={false}
        className="max-w-200"
        initialValues={user}
        onValuesChange={(changedValues) => {
          onDirtyChange(true)
          clearErrorsOfChanges(form, changedValues)
        }}
        onFinish={(input) => saveMutation.mutate(input)}
      >
        <FormError error={saveMutation.error} fallback={MESSAGES.profileFailed} />
        <div className="grid gap-x-5 sm:grid-cols-2">
          {FIELDS.map(({ name, label, autoComplete, type, maxLength }) => (
            <Form.Item
              key={name}
              label={label}
              name={name}
              rules={name === 'name' ? [{ required: true, whitespace: true, message: '请输入姓名' }] : []}
            >
              <Input type={type} autoComplete={autoComplete} maxLength={maxLength} />
            </Form.Item>
          ))}
        </div>
        <Button type="primary" htmlType="submit" loading={saveMutation.isPending}>
          {saveMutation.isPending ? '保存中……' : '保存资料'}
        </Button>
      </Form>
    </section>
  )
}
