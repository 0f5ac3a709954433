import { Alert, App, Button, Form, Select, Switch } from 'antd'
import { signInProviderCalls } from '#contracts/identity/sign-in-provider-calls.ts'
import type { SignInProviders, StaffSignIn } from '#contracts/identity/sign-in-providers.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'

type StaffFormProps = { data: SignInProviders; isDisabled: boolean; onSaved: () => unknown }

/** Says whether the staff may sign in by password, and which account always may. */
export function StaffForm({
  data: { staff, staffVersion, isPasswordOff, emergencyCandidates },
  isDisabled,
  onSaved,
}: StaffFormProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<StaffSignIn>()
  const isAllowed = Form.useWatch('isPasswordAllowed', form) ?? staff.isPasswordAllowed
  const saveMutation = useMutation({
    mutationFn: (body: StaffSignIn) => callAdmin(signInProviderCalls.setStaff, { body, version: staffVersion }),
    onSuccess(reply) {
      message.success(reply.message)
      onSaved()
    },
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <section className="panel mt-5 px-5 py-5" aria-labelledby="staff-sign-in">
      <h2 id="staff-sign-in" className="text-lg">
        后台人员的密码登录
      </h2>
      <p className="pt-1 pb-4 text-muted">
        关闭后，后台人员只能用公司账号或通行密钥登录；紧急账号仍可用密码，以防公司的登录服务出故障。
      </p>
      {!staff.isPasswordAllowed && !isPasswordOff && (
        <Alert
          className="mb-4"
          type="warning"
          showIcon
          title="密码登录已恢复：紧急账号已停用、不再是超级管理员，或没有密码。请另选一位紧急账号。"
        />
      )}
      <Form<StaffSignIn>
        name="staff-sign-in-form"
        form={form}
        layout="vertical"
        className="max-w-100"
        initialValues={{ ...staff, emergencyAccount: staff.emergencyAccount || undefined }}
        disabled={isDisabled}
        onFinish={(values) => saveMutation.mutate({ ...values, emergencyAccount: values.emergencyAccount ?? '' })}
      >
        <FormError error={saveMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
        <Form.Item name="isPasswordAllowed" label="允许密码登录" valuePropName="checked">
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </Form.Item>
        <Form.Item
          name="emergencyAccount"
          label="紧急账号"
          extra="一位设有密码的超级管理员。"
          rules={isAllowed ? [] : [{ required: true, message: '请选择紧急账号' }]}
        >
          <Select allowClear options={emergencyCandidates.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={saveMutation.isPending}>
          保存
        </Button>
      </Form>
    </section>
  )
}
