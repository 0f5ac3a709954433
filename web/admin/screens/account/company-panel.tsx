import { App, Button, Form, Modal } from 'antd'
import { Building2 } from 'lucide-react'
import { COMPANY_MESSAGES, COMPANY_TEXTS as TEXTS } from '#contracts/identity/company-messages.ts'
import type { CompanyAccount } from '#contracts/identity/company-sign-in.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { describeCompanyAccount, useOwnCompanyAccounts } from '../../../shared/account/use-own-company-accounts.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { NewPasswordField } from '../../components/new-password-field.tsx'
import { useUser } from '../../session/session.ts'
import { UsernameField } from '../../sign-in/username-field.tsx'
import { CredentialsForm } from './credentials-form.tsx'

/** Lists the companies' accounts that open the user's; hidden where there are none and none are offered. */
export function CompanyPanel() {
  const { message } = App.useApp()
  const twoFactor = useTwoFactorStatus()
  const { accountsQuery, action, setAction, link, unlink, setFirstPassword } = useOwnCompanyAccounts({
    call: callAdmin,
    area: 'admin',
    userId: useUser()._id,
    onChange: (text) => void message.success(text),
  })
  const { data, error, isError, refetch } = accountsQuery
  const fields = twoFactor.data?.enabled ? (['password', 'code'] as const) : (['password'] as const)
  const close = () => setAction(null)
  if (!isError && (!data || data.accounts.length + data.providers.length === 0)) return null
  return (
    <section className="panel mb-5 px-5 py-5">
      <h2 className="text-lg">{TEXTS.accountsTitle}</h2>
      <p className="pt-1 pb-3 text-muted">{TEXTS.accountsDescription}</p>
      {isError && <LoadError error={error} fallback={COMPANY_MESSAGES.loadFailed} onRetry={refetch} />}
      {data?.accounts.length === 0 && <p className="pb-3">{TEXTS.none}</p>}
      <ul className="divide-y divide-line">
        {data?.accounts.map((account) => (
          <CompanyItem key={account.id} account={account} onUnlink={() => setAction({ kind: 'unlink', account })} />
        ))}
      </ul>
      {data?.hasPassword === false && <p className="py-3 text-muted">{TEXTS.firstPasswordHint}</p>}
      <div className="flex flex-wrap gap-3">
        {data?.hasPassword === false && (
          <Button aria-haspopup="dialog" onClick={() => setAction({ kind: 'password' })}>
            {TEXTS.firstPassword}
          </Button>
        )}
        {data?.providers.map((provider) => (
          <Button
            key={provider.id}
            className="h-auto! min-h-11 whitespace-normal!"
            aria-haspopup="dialog"
            onClick={() => setAction({ kind: 'link', provider })}
          >
            {TEXTS.link(provider.label)}
          </Button>
        ))}
      </div>
      {action?.kind === 'password' && (
        <Modal open title={TEXTS.firstPassword} footer={null} width={480} onCancel={close}>
          <FirstPasswordForm onSubmit={setFirstPassword} />
        </Modal>
      )}
      {action && action.kind !== 'password' && (
        <Modal
          open
          title={action.kind === 'link' ? TEXTS.link(action.provider.label) : TEXTS.unlinkTitle(action.account.name)}
          footer={null}
          width={480}
          onCancel={close}
        >
          {action.kind === 'unlink' && <p className="pb-4 text-muted">{TEXTS.unlinkConsequence}</p>}
          <CredentialsForm
            fields={fields}
            label={action.kind === 'link' ? '下一步' : TEXTS.unlink}
            isDanger={action.kind === 'unlink'}
            onSubmit={({ password, code }) => {
              const credentials = { password, code: code || undefined }
              return action.kind === 'link' ? link(action.provider, credentials) : unlink(action.account, credentials)
            }}
            onCancel={close}
          />
        </Modal>
      )}
    </section>
  )
}

const CompanyItem = ({ account, onUnlink }: { account: CompanyAccount; onUnlink: () => void }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    <Building2 className="size-5 shrink-0 text-muted" aria-hidden />
    <div className="min-w-0 flex-1">
      <p className="wrap-anywhere">{`${account.label}：${account.name}`}</p>
      <p className="text-sm text-muted">{describeCompanyAccount(account)}</p>
    </div>
    <Button
      danger
      aria-haspopup="dialog"
      aria-label={`${TEXTS.unlink}：${account.label} ${account.name}`}
      onClick={onUnlink}
    >
      {TEXTS.unlink}
    </Button>
  </li>
)

type FirstPassword = { newPassword: string }

function FirstPasswordForm({ onSubmit }: { onSubmit: (newPassword: string) => Promise<void> }) {
  const [form] = Form.useForm<FirstPassword>()
  const saveMutation = useMutation({
    mutationFn: ({ newPassword }: FirstPassword) => onSubmit(newPassword),
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <Form<FirstPassword>
      name="first-password"
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(fields) => saveMutation.mutate(fields)}
    >
      <UsernameField />
      <FormError error={saveMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
      <NewPasswordField name="newPassword" label="新密码" messageLabel="密码" requiredMessage="请输入新密码" />
      <Button type="primary" htmlType="submit" loading={saveMutation.isPending}>
        {TEXTS.firstPassword}
      </Button>
    </Form>
  )
}
