import { type SubmitEvent, useState } from 'react'
import { canDo, canPrepare } from '#contracts/colleagues/roles.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry, Invitation } from '#contracts/inquiries/inquiry.ts'
import { INVITATION_STATUS_LABELS } from '#contracts/inquiries/statuses.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { Tag } from '../../../components/tag.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { SelectField } from '../../evaluation-projects/controlled-fields.tsx'
import { useInquiryCache } from '../inquiry-queries.ts'

/** The invited addresses, each with how far its vendor is. */
export function VendorsSection({ inquiry }: { inquiry: Inquiry }) {
  const canChange = canPrepare(inquiry.role) && inquiry.status === 'open' && !inquiry.isDue
  return (
    <section aria-label="受邀厂商">
      <h2 className="mb-3 text-xl">受邀厂商</h2>
      {canChange && <Reminders inquiry={inquiry} />}
      <ul className="space-y-3">
        {inquiry.invitations.map((invitation) => (
          <li key={invitation.id} className="card flex flex-wrap items-center justify-between gap-3 p-4">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{getProductName(inquiry, invitation)}</p>
              <p className="text-sm wrap-anywhere text-muted">{invitation.email}</p>
              <p className="mt-1.5 text-sm">
                <Tag>{INVITATION_STATUS_LABELS[invitation.status]}</Tag>
                <span className="ml-2 text-muted">{formatMinute(invitation.statusAt)}</span>
                {invitation.submittedAt && !invitation.isNewestConfirmed && (
                  <span className="ml-2">没有确认最新的补遗</span>
                )}
              </p>
              <p className="text-sm text-muted">{describeReminder(inquiry, invitation)}</p>
            </div>
            {canChange && invitation.status !== 'revoked' && (
              <InvitationActions
                id={inquiry.id}
                invitation={invitation}
                canRevoke={canDo(inquiry.role, 'revokeInvitation')}
              />
            )}
          </li>
        ))}
      </ul>
      {canChange && <InviteForm inquiry={inquiry} />}
    </section>
  )
}

/** Says when a vendor was reminded, or will be if nothing has been handed in by then; nothing if neither. */
function describeReminder(
  { status, isReminding, isDue }: Inquiry,
  { remindedAt, reminderDueAt, submittedAt }: Invitation,
) {
  if (remindedAt) return `已于${formatMinute(remindedAt)}提醒`
  const isPlanned = status === 'open' && !isDue && isReminding && reminderDueAt !== null && submittedAt === null
  return isPlanned ? `${formatMinute(reminderDueAt)}仍未提交就提醒` : null
}

/** Says that vendors are reminded, and switches that off and on. */
function Reminders({ inquiry: { id, isReminding } }: { inquiry: Inquiry }) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const setMutation = useMutation({
    mutationFn: () => call(inquiryCalls.setReminders, { params: { id }, body: { isOn: !isReminding } }),
    onSuccess(reply) {
      cache.replace(reply)
      showToast(reply.message ?? '', 'success')
    },
    onError(error) {
      showToast(toErrorMessage(error), 'error')
      return cache.reload()
    },
  })
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-muted">
        {isReminding
          ? '截止前两天，邮件提醒还没有提交的厂商一次；从邀请到截止不超过四天的，在中途提醒。'
          : '截止前不提醒还没有提交的厂商。'}
      </p>
      <Button variant="outline" className="px-3" isBusy={setMutation.isPending} onClick={() => setMutation.mutate()}>
        {isReminding ? '不提醒' : '改为提醒'}
      </Button>
    </div>
  )
}

const getProductName = ({ contents }: Inquiry, { product }: Invitation): string =>
  contents.products.find(({ key }) => key === product)?.name ?? ''

type InvitationActionsProps = { id: string; invitation: Invitation; canRevoke: boolean }

function InvitationActions({ id, invitation, canRevoke }: InvitationActionsProps) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const params = { id, invitation: invitation.id }
  const options = {
    onSuccess(reply: { data: Inquiry; message?: string }) {
      cache.replace(reply)
      showToast(reply.message ?? '', 'success')
    },
    onError(error: Error) {
      showToast(toErrorMessage(error), 'error')
      return cache.reload()
    },
  }
  const renewMutation = useMutation({ mutationFn: () => call(inquiryCalls.renewInvitation, { params }), ...options })
  const revokeMutation = useMutation({ mutationFn: () => call(inquiryCalls.removeInvitation, { params }), ...options })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        className="px-3"
        aria-label={`重寄邀请：${invitation.email}`}
        isBusy={renewMutation.isPending}
        onClick={() => renewMutation.mutate()}
      >
        重寄
      </Button>
      {canRevoke && (
        <Button
          variant="outline"
          className="px-3"
          aria-label={`撤销邀请：${invitation.email}`}
          isBusy={revokeMutation.isPending}
          onClick={() => revokeMutation.mutate()}
        >
          撤销
        </Button>
      )}
    </div>
  )
}

/** Invites another address while vendors are answering. */
function InviteForm({ inquiry }: { inquiry: Inquiry }) {
  const cache = useInquiryCache()
  const [product, setProduct] = useState(inquiry.contents.products[0]?.key ?? '')
  const [email, setEmail] = useState('')
  const inviteMutation = useMutation({
    mutationFn: () => call(inquiryCalls.invite, { params: { id: inquiry.id }, body: { product, email } }),
    onSuccess(reply) {
      setEmail('')
      cache.replace(reply)
    },
  })
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (email.trim() !== '') inviteMutation.mutate()
  }
  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="mt-4 space-y-3">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <SelectField
          label="产品"
          isRequired
          value={product}
          options={inquiry.contents.products.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={setProduct}
        />
        <FormField label="再邀请一个邮箱">
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              className={CONTROL_CLASS}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </FormField>
        <Button type="submit" variant="outline" isBusy={inviteMutation.isPending}>
          邀请
        </Button>
      </div>
      <FormError>{inviteMutation.isError && toErrorMessage(inviteMutation.error)}</FormError>
    </form>
  )
}
