import { App, Button, Form, Input, Modal, Skeleton, Tag } from 'antd'
import { KeyRound } from 'lucide-react'
import { PASSKEY_MESSAGES, PASSKEY_TEXTS as TEXTS } from '#contracts/identity/passkey-messages.ts'
import type { Passkey, PasskeyRename } from '#contracts/identity/passkeys.ts'
import { TEXT } from '#contracts/limits.ts'
import { describePasskey, useOwnPasskeys } from '../../../shared/account/use-own-passkeys.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { useUser } from '../../session/session.ts'
import { CredentialsForm } from './credentials-form.tsx'

/** Lists the user's passkeys, which can be added, renamed and deleted. */
export function PasskeyPanel() {
  const { message } = App.useApp()
  const twoFactor = useTwoFactorStatus()
  const { passkeysQuery, canAdd, action, setAction, add, rename, remove } = useOwnPasskeys({
    call: callAdmin,
    userId: useUser()._id,
    onChange: (text) => void message.success(text),
  })
  const { data, error, isPending, isError, refetch } = passkeysQuery
  const fields = twoFactor.data?.enabled ? (['password', 'code'] as const) : (['password'] as const)
  const close = () => setAction(null)
  return (
    <section className="panel mb-5 px-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{TEXTS.title}</h2>
        {canAdd && (
          <Button aria-haspopup="dialog" onClick={() => setAction({ kind: 'add' })}>
            {TEXTS.add}
          </Button>
        )}
      </div>
      <p className="pt-1 pb-3 text-muted">{TEXTS.description}</p>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {isError && <LoadError error={error} fallback={PASSKEY_MESSAGES.loadFailed} onRetry={refetch} />}
      {data && !canAdd && <p>{TEXTS.unsupported}</p>}
      {canAdd && data?.passkeys.length === 0 && <p>{TEXTS.empty}</p>}
      <ul className="divide-y divide-line">
        {data?.passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onAction={(kind) => setAction({ kind, passkey })} />
        ))}
      </ul>
      {action?.kind === 'rename' && (
        <RenameDialog passkey={action.passkey} onSubmit={(name) => rename(action.passkey, name)} onClose={close} />
      )}
      {action && action.kind !== 'rename' && (
        <Modal
          open
          title={action.kind === 'add' ? TEXTS.add : TEXTS.removeTitle(action.passkey.name)}
          footer={null}
          width={480}
          onCancel={close}
        >
          {action.kind === 'remove' && <p className="pb-4 text-muted">{TEXTS.removeConsequence}</p>}
          <CredentialsForm
            fields={fields}
            label={action.kind === 'add' ? '下一步' : TEXTS.remove}
            isDanger={action.kind === 'remove'}
            onSubmit={({ password, code }) => {
              const credentials = { password, code: code || undefined }
              return action.kind === 'add' ? add(credentials) : remove(action.passkey, credentials)
            }}
            onCancel={close}
          />
        </Modal>
      )}
    </section>
  )
}

type PasskeyItemProps = { passkey: Passkey; onAction: (kind: 'rename' | 'remove') => void }

const PasskeyItem = ({ passkey, onAction }: PasskeyItemProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    <KeyRound className="size-5 shrink-0 text-muted" aria-hidden />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 wrap-anywhere">{passkey.name}</span>
        {passkey.isSynced && <Tag>{TEXTS.synced}</Tag>}
      </p>
      <p className="text-sm text-muted">{describePasskey(passkey)}</p>
    </div>
    <div className="flex gap-2">
      {(['rename', 'remove'] as const).map((kind) => (
        <Button
          key={kind}
          danger={kind === 'remove'}
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

/** Connects the dialog's OK button to the form, so that Enter submits it, too. */
const FORM_ID = 'passkey-name-form'

type RenameDialogProps = { passkey: Passkey; onSubmit: (name: string) => Promise<void>; onClose: () => void }

function RenameDialog({ passkey, onSubmit, onClose }: RenameDialogProps) {
  const [form] = Form.useForm<PasskeyRename>()
  const renameMutation = useMutation({
    mutationFn: ({ name }: PasskeyRename) => onSubmit(name),
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <Modal
      open
      title={TEXTS.renameTitle}
      okText={renameMutation.isPending ? '保存中……' : '保存'}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID }}
      cancelText="取消"
      onCancel={onClose}
      width={480}
    >
      <Form<PasskeyRename>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: passkey.name }}
        onFinish={(fields) => renameMutation.mutate(fields)}
      >
        <FormError error={renameMutation.error} fallback={PASSKEY_MESSAGES.renameFailed} />
        <Form.Item
          label={TEXTS.nameLabel}
          name="name"
          extra={TEXTS.nameHint}
          rules={[{ required: true, whitespace: true, message: PASSKEY_MESSAGES.name }]}
        >
          <Input autoFocus maxLength={TEXT.word} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
