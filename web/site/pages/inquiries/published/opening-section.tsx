import { canDo } from '#contracts/colleagues/roles.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useInquiryCache } from '../inquiry-queries.ts'
import { OpenerReplacement, ReplacementList } from './opener-replacement.tsx'

/** Whether the answers are sealed, the button that opens them after the deadline, and the record of the opening. */
export function OpeningSection({ inquiry }: { inquiry: Inquiry }) {
  const { status, isDue, opening, contents, role } = inquiry
  if (status === 'closed' && opening.openedAt === null)
    return <p className="card p-5">开启之前已取消，回答没有被任何人查看，密钥已经销毁。</p>
  return (
    <section aria-label="开启" className="card space-y-3 p-5">
      <h2 className="text-xl">{opening.openedAt === null ? '回答已加密' : '开启记录'}</h2>
      {opening.openedAt === null && (
        <p>
          截止并开启之前，您、同事与平台都不能查看回答与报价。
          <span>{contents.secondOpener !== '' && `开启须负责人或共同所有人与${contents.secondOpener}都确认。`}</span>
        </p>
      )}
      {opening.confirmations.length > 0 && (
        <ul>
          {opening.confirmations.map(({ name, at }) => (
            <li key={at + name}>
              {name}于<time dateTime={at}>{formatMinute(at)}</time>确认开启
            </li>
          ))}
        </ul>
      )}
      <ReplacementList replacements={opening.replacements} />
      {status === 'open' && canDo(role, 'replaceOpener') && contents.secondOpener !== '' && (
        <OpenerReplacement key={contents.secondOpener} inquiry={inquiry} />
      )}
      {status === 'open' && isDue && (role === 'opener' || canDo(role, 'openInquiry')) && (
        <OpenButton id={inquiry.id} />
      )}
      {opening.openedAt !== null && <HandedInList inquiry={inquiry} />}
    </section>
  )
}

function OpenButton({ id }: { id: string }) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const openMutation = useMutation({
    mutationFn: () => call(inquiryCalls.open, { params: { id } }),
    onSuccess(reply) {
      cache.replace(reply)
      showToast(reply.message ?? '', 'success')
    },
    // Without a reply, or by somebody else, it may have been opened.
    onError: cache.reload,
  })
  return (
    <>
      <FormError>{openMutation.isError && toErrorMessage(openMutation.error)}</FormError>
      <Button isBusy={openMutation.isPending} onClick={() => openMutation.mutate()}>
        {openMutation.isPending ? '开启中……' : '开启回答与报价'}
      </Button>
    </>
  )
}

/** What had been handed in by the opening, with hashes that vendors can check against their receipts. */
const HandedInList = ({ inquiry: { opening, invitations, contents } }: { inquiry: Inquiry }) => (
  <ul className="space-y-2 text-sm">
    {opening.handedIn.length === 0 && <li>没有厂商提交回答。</li>}
    {opening.handedIn.map(({ invitation, submittedAt, hash }) => {
      const invited = invitations.find(({ id }) => id === invitation)
      return (
        <li key={invitation}>
          {contents.products.find(({ key }) => key === invited?.product)?.name}（{invited?.email}），
          <time dateTime={submittedAt}>{formatMinute(submittedAt)}</time>提交
          <span className="block break-all text-muted">SHA-256：{hash}</span>
        </li>
      )
    })}
  </ul>
)
