import { Form, Input, Radio, Select } from 'antd'
import { DAY_MS } from '#contracts/durations.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { ACCOUNT_LINKS } from '#contracts/limits.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { usePasswordMinLength } from '../../calls/site-settings.ts'
import { useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { CodeField } from '../../components/code-field.tsx'
import { NewPasswordField } from '../../components/new-password-field.tsx'
import { useUser } from '../../session/session.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { USER_FIELDS } from './user-form-fields.ts'
import type { UserFormValues } from './user-form-values.ts'

/** Describes each role for administrators; the permissions themselves are in contracts/permissions.ts. */
const ROLE_DESCRIPTIONS: Record<Role, string> = {
  super_admin: '可以查看和更改后台的一切，包括用户、邮件与系统设置。请只授予完全信任的人。',
  editor: '可以编辑页面内容、产品、二维码、logo与附件，看不到提交者的联系方式。',
  reviewer: '可以审核产品提交与评价、跟进线索，并看到联系方式。',
  viewer: '可以查看后台的各个页面，不能更改，看不到联系方式。',
  member: '前台的注册访客，不能进入后台。',
}

const REQUIRED_RULES = [{ required: true, whitespace: true, message: USER_MESSAGES.nameAndEmail }]

type UserFieldsProps = { user: UserRecord | undefined; canInvite: boolean }

/** The fields of the user form. Users can't change their own role, status or password here. */
export function UserFields({ user, canInvite }: UserFieldsProps) {
  const currentUser = useUser()
  const isSelf = currentUser._id === user?._id
  const role = Form.useWatch<Role | undefined>('role')
  const email = Form.useWatch<string | undefined>('email')
  const passwordSetup = Form.useWatch<UserFormValues['passwordSetup'] | undefined>('passwordSetup')
  const isInvited = !user && passwordSetup === 'invite'
  const isEmailChanged = user !== undefined && email !== undefined && email.trim().toLowerCase() !== user.email
  return (
    <div className="grid grid-cols-1 gap-x-5 sm:grid-cols-2">
      <FormField field={USER_FIELDS.name} required rules={REQUIRED_RULES} />
      <FormField
        field={USER_FIELDS.email}
        required
        extra={isEmailChanged && explainNewEmail(canInvite)}
        rules={[...REQUIRED_RULES, { type: 'email', message: IDENTITY_MESSAGES.emailFormat }]}
      />
      <FormField
        field={USER_FIELDS.role}
        className="sm:col-span-2"
        extra={isSelf ? '不能更改自己的角色。' : role && ROLE_DESCRIPTIONS[role]}
        rules={[{ required: true, message: USER_MESSAGES.role }]}
      >
        <Select options={USER_FIELDS.role.options} disabled={isSelf} />
      </FormField>
      <FormField field={USER_FIELDS.company} />
      <FormField field={USER_FIELDS.position} />
      <FormField field={USER_FIELDS.phone} />
      {!isInvited && (
        <FormField field={USER_FIELDS.status} extra={isSelf && '不能更改自己的状态。'}>
          <Select options={USER_FIELDS.status.options} disabled={isSelf} />
        </FormField>
      )}
      {!user && (
        <Form.Item
          className="sm:col-span-2"
          label="登录密码"
          name="passwordSetup"
          extra={explainPasswordSetup({ canInvite, isInvited })}
        >
          <Radio.Group className="flex flex-wrap">
            <Radio value="invite" className="min-h-11 items-center" disabled={!canInvite}>
              发送邀请邮件，由对方设置
            </Radio>
            <Radio value="password" className="min-h-11 items-center">
              现在设置
            </Radio>
          </Radio.Group>
        </Form.Item>
      )}
      {!isInvited && !isSelf && <PasswordField isNew={!user} />}
      {isSelf && isEmailChanged && <CredentialsFields />}
    </div>
  )
}

const explainNewEmail = (canSendMail: boolean): string =>
  `${canSendMail ? '新邮箱会收到验证邮件，原邮箱会收到通知。' : ''}验证之前，不能代表厂商，也不能凭邮箱担任评委；产品的联系邮箱须另行更改。`

function explainPasswordSetup({ canInvite, isInvited }: { canInvite: boolean; isInvited: boolean }) {
  if (!canInvite) return '邮件服务尚未启用，不能发送邀请邮件。'
  return isInvited
    ? `对方会收到一封邮件，在${ACCOUNT_LINKS.lifetimeMs.invitation / DAY_MS}天内通过其中的链接设置密码，随后即可登录。`
    : undefined
}

function PasswordField({ isNew }: { isNew: boolean }) {
  const minLength = usePasswordMinLength()
  return (
    <NewPasswordField
      className="sm:col-span-2"
      name="password"
      label={isNew ? '密码' : '新密码'}
      messageLabel="新密码"
      isMarkedRequired={isNew}
      requiredMessage={isNew ? USER_MESSAGES.passwordRequired : undefined}
      hint={
        isNew
          ? `${IDENTITY_MESSAGES.passwordHint(minLength)}。对方首次登录时须改为自己的密码。`
          : '留空则不修改。修改后，该用户会在所有设备上退出登录，再次登录时须改为自己的密码。'
      }
    />
  )
}

/** Required to change one's own email address, so that nobody can take over the account at an unattended screen. */
function CredentialsFields() {
  const twoFactor = useTwoFactorStatus()
  return (
    <>
      <Form.Item
        className="sm:col-span-2"
        label="当前密码"
        name="currentPassword"
        required
        extra="修改自己的邮箱时，请用当前密码确认。"
        rules={[{ required: true, message: IDENTITY_MESSAGES.currentPassword }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      {twoFactor.data?.enabled && <CodeField className="sm:col-span-2" hint={TWO_FACTOR_TEXTS.codeHint} />}
    </>
  )
}
