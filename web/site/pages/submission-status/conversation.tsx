import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { vendorMessageCalls } from '#contracts/submission-messages/calls.ts'
import type { VendorMessage } from '#contracts/submission-messages/message.ts'
import { SUBMISSION_MESSAGE_TEXTS as TEXTS } from '#contracts/submission-messages/messages.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FieldError } from '../../components/form-field.tsx'
import { queryOf } from '../../query-of.ts'

/** The receipt and the address by which the messages are read and written. */
export type ConversationProps = { proof: SubmissionStatusQuery }

/** The messages between the vendor and the reviewers, and the field for the next one. */
export function Conversation({ proof }: ConversationProps) {
  const client = useQueryClient()
  const options = dataOf(queryOf(vendorMessageCalls.list, { body: proof }))
  const { data: messages, isError, error, refetch } = useQuery(options)
  const headingId = useId()
  return (
    <section className="card mt-6 p-5 md:p-8" aria-labelledby={headingId}>
      <h3 id={headingId} className="text-base">
        与审核团队的消息
      </h3>
      {isError && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p role="alert">{toErrorMessage(error, TEXTS.loadFailed)}</p>
          <Button variant="outline" onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      )}
      {!messages && !isError && <p className="mt-3 text-muted">正在加载……</p>}
      {messages?.length === 0 && <p className="mt-2 text-sm text-muted">还没有消息。对审核有疑问，可以在这里留言。</p>}
      {messages && messages.length > 0 && (
        <ol className="mt-4 space-y-4">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      {messages && (
        <MessageForm proof={proof} onSent={() => client.invalidateQueries({ queryKey: options.queryKey })} />
      )}
    </section>
  )
}

const Message = ({ message: { isFromVendor, text, createdAt } }: { message: VendorMessage }) => (
  <li className={`border-l-2 pl-4 ${isFromVendor ? 'border-control' : 'border-indigo'}`}>
    <p className="text-sm text-muted">
      <span className="font-medium text-ink">{isFromVendor ? '您' : TEXTS.staff}</span>，
      <time dateTime={createdAt} className="tabular-nums">
        {formatMinute(createdAt)}
      </time>
    </p>
    <p className="mt-0.5 max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
  </li>
)

type MessageFormProps = ConversationProps & { onSent: () => unknown }

function MessageForm({ proof, onSent }: MessageFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isBlank, setIsBlank] = useState(false)
  const sendMutation = useMutation({
    mutationFn: () => call(vendorMessageCalls.send, { body: { ...proof, text } }),
    onSuccess() {
      setText('')
      return onSent()
    },
  })
  const failure = sendMutation.isError ? toErrorMessage(sendMutation.error, TEXTS.sendFailed) : undefined
  const error = isBlank ? TEXTS.text : failure
  return (
    <form
      className="mt-5 space-y-3 border-t border-line pt-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsBlank(text.trim() === '')
        if (text.trim() !== '') sendMutation.mutate()
      }}
    >
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          给审核团队留言
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={TEXT.paragraph}
          className={CONTROL_CLASS}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error !== undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          纯文本，最多{TEXT.paragraph}个字符。回复会显示在这里，并发到您的联系邮箱。
        </p>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
      <Button type="submit" variant="secondary" isBusy={sendMutation.isPending}>
        <Send className="size-4" aria-hidden />
        <span>{sendMutation.isPending ? '发送中……' : '发送'}</span>
      </Button>
    </form>
  )
}
