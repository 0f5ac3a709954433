import { type SubmitEvent, useState } from 'react'
import { keyCalls } from '#contracts/keys/calls.ts'
import { KEY_LIFETIME_LABELS, KEY_LIFETIMES } from '#contracts/keys/lifetimes.ts'
import { groupScopes } from '#contracts/keys/scopes.ts'
import { TEXT } from '#contracts/limits.ts'
import { type KeyScope, MEMBER_SCOPES } from '#contracts/permissions.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { getKeyExample, toKeyAddresses, toKeyExpiry } from '../../../../shared/account/key-texts.ts'
import { call } from '../../../../shared/call.ts'
import { getFieldErrors, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'

const SCOPE_GROUPS = groupScopes(MEMBER_SCOPES)

/** Makes a key for what is the member's own, and shows it once. */
export function KeyDialog({ onSaved, onClose }: { onSaved: () => unknown; onClose: () => void }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState<number>(90)
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['own-projects:read', 'own-shortlists:read'])
  const [addresses, setAddresses] = useState('')
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      call(keyCalls.create, {
        body: { name, scopes: [...scopes], expiresAt: toKeyExpiry(days), addresses: toKeyAddresses(addresses) },
      }),
    onSettled: onSaved,
  })
  const fieldErrors = error ? getFieldErrors(error) : []
  const findError = (field: string) => fieldErrors.find(({ path }) => path.split('.')[0] === field)?.message

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate()
  }

  return (
    <Dialog isOpen onClose={onClose} title={data ? '请保存密钥' : '新建密钥'} className="max-w-xl">
      {data ? (
        <NewKey newKey={data.data.key} onClose={onClose} />
      ) : (
        <form method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
          <FormField label="名称" isRequired error={findError('name')} hint="写明用它的程序。">
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                maxLength={TEXT.word}
                className={CONTROL_CLASS}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </FormField>
          <FormField label="有效期" isRequired error={findError('expiresAt')}>
            {(control) => (
              <select
                {...control}
                className={`${CONTROL_CLASS} pr-9`}
                value={days}
                onChange={({ target }) => setDays(Number(target.value))}
              >
                {KEY_LIFETIMES.map((lifetime) => (
                  <option key={lifetime} value={lifetime}>
                    {KEY_LIFETIME_LABELS[lifetime]}
                  </option>
                ))}
              </select>
            )}
          </FormField>
          <ScopeChoice scopes={scopes} error={findError('scopes')} onChange={setScopes} />
          <FormField label="允许的地址" error={findError('addresses')} hint="IP地址或网段，每行一个；留空为不限。">
            {(control) => (
              <textarea
                {...control}
                rows={2}
                maxLength={TEXT.paragraph}
                className={CONTROL_CLASS}
                value={addresses}
                onChange={({ target }) => setAddresses(target.value)}
              />
            )}
          </FormField>
          <FormError>{error && toErrorMessage(error)}</FormError>
          <Button type="submit" className="w-full" isBusy={isPending}>
            新建
          </Button>
        </form>
      )}
    </Dialog>
  )
}

type ScopeChoiceProps = {
  scopes: readonly KeyScope[]
  error: string | undefined
  onChange: (scopes: readonly KeyScope[]) => void
}

const ScopeChoice = ({ scopes, error, onChange }: ScopeChoiceProps) => (
  <fieldset>
    <legend className="mb-1">权限</legend>
    <ul className="divide-y divide-line border-y border-line">
      {SCOPE_GROUPS.map(({ area, label, scopes: members }) => (
        <li key={area} className="flex items-center justify-between gap-x-4">
          <span>{label}</span>
          <span className="grid grid-cols-2 gap-x-5">
            {members.map(({ scope, label: verb }) => (
              <label key={scope} className="inline-flex min-h-11 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  className="size-4 accent-indigo"
                  aria-label={`${label}：${verb}`}
                  checked={scopes.includes(scope)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
                  }
                />
                {verb}
              </label>
            ))}
          </span>
        </li>
      ))}
    </ul>
    {error !== undefined && <p className="mt-1 text-sm text-danger">{error}</p>}
  </fieldset>
)

const NewKey = ({ newKey, onClose }: { newKey: string; onClose: () => void }) => (
  <div className="space-y-4">
    <p>密钥只显示这一次。请存入程序的机密配置，不要写进代码；泄露时立即吊销。</p>
    <p className="rounded-lg bg-sunken p-3 break-all select-all">
      <code>{newKey}</code>
    </p>
    <CopyButton text={newKey} label="复制密钥" copiedMessage="已复制" />
    <p className="text-sm">试一试：</p>
    <p className="rounded-lg bg-sunken p-3 text-sm break-all select-all">
      <code>{getKeyExample(newKey, location.origin, shortlistCalls.list.path)}</code>
    </p>
    <p className="text-sm text-muted">
      {`在MCP客户端中填写${location.origin}/mcp，请求头Authorization为“Bearer”、空格与密钥，就能问到您的清单与项目。`}
    </p>
    <Button className="w-full" onClick={onClose}>
      已保存
    </Button>
  </div>
)
