import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { mailChoiceCalls } from '#contracts/mail/choice-calls.ts'
import type { MailChoice } from '#contracts/mail/mail-choices.ts'
import { MAIL_CHOICE_MESSAGES } from '#contracts/mail/messages.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { dataOf, invalidate } from '../../../../shared/call-query.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { useToast } from '../../../components/toast.tsx'
import { queryOf } from '../../../query-of.ts'
import { useSession } from '../../../session/session.ts'
import { PanelError } from '../panel-error.tsx'
import { AccountPanel } from './account-panel.tsx'

/** Chooses which mails the member gets; each change takes effect at once. */
export function MailChoices() {
  const userId = useSession().user?._id
  const choicesQuery = useQuery({
    ...dataOf(queryOf(mailChoiceCalls.list, {}, userId)),
    enabled: userId !== undefined,
  })
  const { data: choices, error, refetch } = choicesQuery
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <AccountPanel title="我的通知" headingRef={heading}>
      <p className="mt-1 mb-2 text-muted">收哪些邮件。邮箱验证、回执、邀请等必要的邮件总会发送。</p>
      {choices && (
        <ul>
          {choices.map((choice) => (
            <li key={choice.kind}>
              <ChoiceBox choice={choice} />
            </li>
          ))}
        </ul>
      )}
      {!choices && error && <PanelError error={error} onRetry={refetch} />}
    </AccountPanel>
  )
}

function ChoiceBox({ choice: { kind, label, isOn } }: { choice: MailChoice }) {
  const client = useQueryClient()
  const showToast = useToast()
  const changeMutation = useMutation({
    mutationFn: (body: { isOn: boolean }) => call(mailChoiceCalls.change, { params: { kind }, body }),
    onError: (error) => showToast(toErrorMessage(error, MAIL_CHOICE_MESSAGES.saveFailed), 'error'),
    onSettled: () => invalidate(client, mailChoiceCalls.list),
  })
  return (
    <label className="inline-flex min-h-11 items-center gap-3 pr-1">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={changeMutation.isPending ? changeMutation.variables.isOn : isOn}
        onChange={(event) => changeMutation.mutate({ isOn: event.target.checked })}
      />
      {label}
    </label>
  )
}
