import { Building2 } from 'lucide-react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { COMPANY_TEXTS as TEXTS } from '#contracts/identity/company-messages.ts'
import type { CompanyAccount } from '#contracts/identity/company-sign-in.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { describeCompanyAccount, useOwnCompanyAccounts } from '../../../../shared/account/use-own-company-accounts.ts'
import { call } from '../../../../shared/call.ts'
import { useExclusive } from '../../../../shared/use-exclusive.ts'
import { AccountForm } from '../../../account/account-form.tsx'
import { IdentityForm } from '../../../account/identity-form.tsx'
import { PasswordField } from '../../../account/password-field.tsx'
import { usePasswordHint } from '../../../account/use-password-hint.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstFieldNow } from '../../../components/focus-first-field.ts'
import { createSchemaResolver } from '../../../components/schema-resolver.ts'
import { showError } from '../../../components/show-error.ts'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useSession } from '../../../session/session.ts'
import { PanelError } from '../panel-error.tsx'
import { AccountPanel } from './account-panel.tsx'

/** Lists the companies' accounts that open the member's; hidden where there are none and none are offered. */
export function CompanyPanel() {
  const showToast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const { accountsQuery, action, setAction, link, unlink, setFirstPassword } = useOwnCompanyAccounts({
    call,
    area: 'site',
    userId: useSession().user?._id,
    onChange(message) {
      showToast(message, 'success')
      heading.current?.focus()
    },
  })
  const { data, error, refetch } = accountsQuery
  const close = () => setAction(null)
  if (!error && (!data || data.accounts.length + data.providers.length === 0)) return null
  return (
    <AccountPanel title={TEXTS.accountsTitle} headingRef={heading}>
      <p className="mt-1 text-muted">{TEXTS.accountsDescription}</p>
      {error && !data && <PanelError error={error} onRetry={() => refetch()} />}
      {data?.accounts.length === 0 && <p className="mt-3">{TEXTS.none}</p>}
      <ul className="mt-3 divide-y divide-line">
        {data?.accounts.map((account) => (
          <CompanyItem key={account.id} account={account} onUnlink={() => setAction({ kind: 'unlink', account })} />
        ))}
      </ul>
      {data?.hasPassword === false && <p className="mt-3 text-muted">{TEXTS.firstPasswordHint}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {data?.hasPassword === false && (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setAction({ kind: 'password' })}>
            {TEXTS.firstPassword}
          </Button>
        )}
        {data?.providers.map((provider) => (
          <Button
            key={provider.id}
            variant="outline"
            aria-haspopup="dialog"
            onClick={() => setAction({ kind: 'link', provider })}
          >
            {TEXTS.link(provider.label)}
          </Button>
        ))}
      </div>
      <Dialog
        isOpen={action?.kind === 'link'}
        onClose={close}
        title={action?.kind === 'link' ? TEXTS.link(action.provider.label) : ''}
        className="max-w-md"
      >
        {action?.kind === 'link' && (
          <IdentityForm
            name={TEXTS.link(action.provider.label)}
            submitLabel="下一步"
            onSubmit={(credentials) => link(action.provider, credentials)}
            onCancel={close}
          />
        )}
      </Dialog>
      <Dialog
        isOpen={action?.kind === 'unlink'}
        onClose={close}
        title={action?.kind === 'unlink' ? TEXTS.unlinkTitle(action.account.name) : ''}
        className="max-w-md"
      >
        {action?.kind === 'unlink' && (
          <>
            <p className="mb-5">{TEXTS.unlinkConsequence}</p>
            <IdentityForm
              name={TEXTS.unlink}
              submitLabel={TEXTS.unlink}
              onSubmit={(credentials) => unlink(action.account, credentials)}
              onCancel={close}
            />
          </>
        )}
      </Dialog>
      <Dialog isOpen={action?.kind === 'password'} onClose={close} title={TEXTS.firstPassword} className="max-w-md">
        {action?.kind === 'password' && <FirstPasswordForm onSubmit={setFirstPassword} />}
      </Dialog>
    </AccountPanel>
  )
}

const CompanyItem = ({ account, onUnlink }: { account: CompanyAccount; onUnlink: () => void }) => (
  <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_1fr_auto]">
    <Building2 className="size-5 shrink-0 text-muted" aria-hidden />
    <div className="min-w-0">
      <p className="wrap-anywhere">{`${account.label}：${account.name}`}</p>
      <p className="text-sm text-muted tabular-nums">{describeCompanyAccount(account)}</p>
    </div>
    <Button
      variant="outline"
      aria-haspopup="dialog"
      aria-label={`${TEXTS.unlink}：${account.label} ${account.name}`}
      className="col-start-2 justify-self-start sm:col-start-3"
      onClick={onUnlink}
    >
      {TEXTS.unlink}
    </Button>
  </li>
)

type FirstPassword = { newPassword: string }

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/identity/company-sign-in.ts')).FirstPasswordSchema,
)

function FirstPasswordForm({ onSubmit }: { onSubmit: (newPassword: string) => Promise<void> }) {
  const form = useForm<FirstPassword>({ resolver, defaultValues: { newPassword: '' } })
  const { errors, isSubmitting } = form.formState
  const passwordHint = usePasswordHint()
  const submit = useExclusive(async ({ newPassword }: FirstPassword) => {
    try {
      await onSubmit(newPassword)
    } catch (error) {
      showError(error, { names: ['newPassword'], setError: form.setError }, SITE_MESSAGES.passwordFailed)
    }
  })
  return (
    <AccountForm
      name={TEXTS.firstPassword}
      form={form}
      preloadSchema={preloadSchema}
      onSubmit={submit}
      ref={focusFirstFieldNow}
    >
      <PasswordField form={form} name="newPassword" label="新密码" autoComplete="new-password" hint={passwordHint} />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '保存中……' : TEXTS.firstPassword}
      </Button>
    </AccountForm>
  )
}
