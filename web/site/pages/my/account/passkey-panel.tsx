import { KeyRound } from 'lucide-react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { PASSKEY_MESSAGES, PASSKEY_TEXTS as TEXTS } from '#contracts/identity/passkey-messages.ts'
import type { Passkey, PasskeyRename } from '#contracts/identity/passkeys.ts'
import { TEXT } from '#contracts/limits.ts'
import { describePasskey, useOwnPasskeys } from '../../../../shared/account/use-own-passkeys.ts'
import { call } from '../../../../shared/call.ts'
import { useExclusive } from '../../../../shared/use-exclusive.ts'
import { AccountForm } from '../../../account/account-form.tsx'
import { IdentityForm } from '../../../account/identity-form.tsx'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstFieldNow } from '../../../components/focus-first-field.ts'
import { createSchemaResolver } from '../../../components/schema-resolver.ts'
import { showError } from '../../../components/show-error.ts'
import { Tag } from '../../../components/tag.tsx'
import { FormError, TextField } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useSession } from '../../../session/session.ts'
import { PanelError } from '../panel-error.tsx'
import { AccountPanel } from './account-panel.tsx'

/** Lists the member's passkeys, which can be added, renamed and deleted. */
export function PasskeyPanel() {
  const showToast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const { passkeysQuery, canAdd, action, setAction, add, rename, remove } = useOwnPasskeys({
    call,
    userId: useSession().user?._id,
    onChange(message) {
      showToast(message, 'success')
      heading.current?.focus()
    },
  })
  const { data, error, isPending, refetch } = passkeysQuery
  const close = () => setAction(null)

  return (
    <AccountPanel
      title={TEXTS.title}
      headingRef={heading}
      aside={
        canAdd && (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setAction({ kind: 'add' })}>
            {TEXTS.add}
          </Button>
        )
      }
    >
      <p className="mt-1 text-muted">{TEXTS.description}</p>
      {isPending && <div className="skeleton mt-3 h-11" />}
      {error && !data && <PanelError error={error} onRetry={() => refetch()} />}
      {data && !canAdd && <p className="mt-3">{TEXTS.unsupported}</p>}
      {canAdd && data?.passkeys.length === 0 && <p className="mt-3">{TEXTS.empty}</p>}
      <ul className="mt-3 divide-y divide-line">
        {data?.passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onAction={(kind) => setAction({ kind, passkey })} />
        ))}
      </ul>
      <Dialog isOpen={action?.kind === 'add'} onClose={close} title={TEXTS.add} className="max-w-md">
        <IdentityForm name={TEXTS.add} submitLabel="下一步" onSubmit={add} onCancel={close} />
      </Dialog>
      <Dialog isOpen={action?.kind === 'rename'} onClose={close} title={TEXTS.renameTitle} className="max-w-md">
        {action?.kind === 'rename' && (
          <RenameForm passkey={action.passkey} onSubmit={(name) => rename(action.passkey, name)} onCancel={close} />
        )}
      </Dialog>
      <Dialog
        isOpen={action?.kind === 'remove'}
        onClose={close}
        title={action?.kind === 'remove' ? TEXTS.removeTitle(action.passkey.name) : ''}
        className="max-w-md"
      >
        {action?.kind === 'remove' && (
          <>
            <p className="mb-5">{TEXTS.removeConsequence}</p>
            <IdentityForm
              name={TEXTS.remove}
              submitLabel={TEXTS.remove}
              onSubmit={(credentials) => remove(action.passkey, credentials)}
              onCancel={close}
            />
          </>
        )}
      </Dialog>
    </AccountPanel>
  )
}

type PasskeyItemProps = { passkey: Passkey; onAction: (kind: 'rename' | 'remove') => void }

const PasskeyItem = ({ passkey, onAction }: PasskeyItemProps) => (
  <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_1fr_auto]">
    <KeyRound className="size-5 shrink-0 text-muted" aria-hidden />
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 wrap-anywhere">{passkey.name}</span>
        {passkey.isSynced && <Tag>{TEXTS.synced}</Tag>}
      </p>
      <p className="text-sm text-muted tabular-nums">{describePasskey(passkey)}</p>
    </div>
    <div className="col-start-2 flex flex-wrap gap-2 sm:col-start-3">
      {(['rename', 'remove'] as const).map((kind) => (
        <Button
          key={kind}
          variant="outline"
          aria-haspopup="dialog"
          aria-label={`${TEXTS[kind]}：${passkey.name}`}
          onClick={() => onAction(kind)}
        >
          {TEXTS[kind]}
        </Button>
      ))}
    </div>
  </li>
)

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/identity/passkeys.ts')).PasskeyRenameSchema,
)

type RenameFormProps = { passkey: Passkey; onSubmit: (name: string) => Promise<void>; onCancel: () => void }

function RenameForm({ passkey, onSubmit, onCancel }: RenameFormProps) {
  const form = useForm<PasskeyRename>({ resolver, defaultValues: { name: passkey.name } })
  const { errors, isSubmitting } = form.formState
  const submit = useExclusive(async ({ name }: PasskeyRename) => {
    try {
      await onSubmit(name)
    } catch (error) {
      showError(error, { names: ['name'], setError: form.setError }, PASSKEY_MESSAGES.renameFailed)
    }
  })
  return (
    <AccountForm
      name={TEXTS.renameTitle}
      form={form}
      preloadSchema={preloadSchema}
      onSubmit={submit}
      ref={focusFirstFieldNow}
    >
      <TextField
        form={form}
        name="name"
        label={TEXTS.nameLabel}
        isRequired
        maxLength={TEXT.word}
        hint={TEXTS.nameHint}
      />
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onCancel}>
          取消
        </Button>
        <Button type="submit" isBusy={isSubmitting}>
          {isSubmitting ? '保存中……' : '保存'}
        </Button>
      </div>
    </AccountForm>
  )
}
