import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { reviewMessageCalls } from '#contracts/submission-messages/calls.ts'
import type { ReviewMessage } from '#contracts/submission-messages/message.ts'
import { SUBMISSION_MESSAGE_TEXTS as TEXTS } from '#contracts/submission-messages/messages.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { useCan } from '../../session/session.ts'
import type { HeadingLevel } from './detail-section.tsx'
import { conversationQuery, SUBMISSION_READS } from './submission-calls.ts'

type ConversationPanelProps = {
  record: SubmissionRecord
  level: HeadingLevel
  /** Called when the messages have been read or answered, so that a list of unread ones may leave it out. */
  onRead?: () => void
}

const CONVERSATION_ID = 'submission-conversation'

/** Scrolls to the messages of the shown submission, and moves the focus there. */
export function revealConversation(): void {
  const section = document.getElementById(CONVERSATION_ID)
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'start' })
}

/** The messages between the vendor and the reviewers, and the field for the next one. */
export function ConversationPanel({ record, level: Heading, onRead }: ConversationPanelProps) {
  const { _id: id, unreadMessages } = record
  const canWrite = useCan('submissions:write')
  const client = useQueryClient()
  const reload = () => {
    onRead?.()
    return invalidate(client, reviewMessageCalls.list, ...SUBMISSION_READS)
  }
  const { data: messages, isError, error, refetch } = useQuery(conversationQuery(id))
  const readMutation = useMutation({
    mutationFn: () => callAdmin(reviewMessageCalls.markRead, { params: { id } }),
    onSuccess: reload,
  })
  return (
    <section id={CONVERSATION_ID} tabIndex={-1} aria-label="与厂商的消息" className="scroll-mt-20 lg:scroll-mt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <Heading className="text-base">
          与厂商的消息{unreadMessages > 0 && <span className="text-danger">（{unreadMessages}条未读）</span>}
        </Heading>
        {canWrite && unreadMessages > 0 && (
          <Button size="small" loading={readMutation.isPending} onClick={() => readMutation.mutate()}>
            记为已读
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-3 pt-3">
        {isError && <LoadError error={error} fallback={TEXTS.loadFailed} onRetry={() => void refetch()} />}
        {!messages && !isError && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {messages?.length === 0 && <p className="text-sm text-muted">还没有消息。</p>}
        {messages && messages.length > 0 && (
          <ol className="m-0 flex list-none flex-col gap-3 p-0">
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ol>
        )}
        {canWrite && <MessageForm id={id} onSent={reload} />}
      </div>
    </section>
  )
}

const Message = ({ message: { author, text, createdAt } }: { message: ReviewMessage }) => (
  <li className={`border-0 border-l-2 border-solid pl-3 ${author ? 'border-indigo' : 'border-control'}`}>
    <p className="text-sm text-muted tabular-nums">
      <span className="font-semibold text-ink">{author ? author.name : '厂商'}</span>，{formatMinute(createdAt)}
    </p>
    <p className="whitespace-pre-line wrap-anywhere">{text}</p>
  </li>
)

function MessageForm({ id, onSent }: { id: string; onSent: () => unknown }) {
  const fieldId = useId()
  const [text, setText] = useState('')
  useTrackUnsavedChanges(`submission-message:${id}`, text.trim() !== '')
  const sendMutation = useMutation({
    mutationFn: () => callAdmin(reviewMessageCalls.send, { params: { id }, body: { text } }),
    onSuccess() {
      setText('')
      return onSent()
    },
  })
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') sendMutation.mutate()
      }}
    >
      <label htmlFor={fieldId} className="text-sm text-muted">
        给厂商发消息（署名“{TEXTS.staff}”，同时发到对方的联系邮箱）
      </label>
      <Input.TextArea
        id={fieldId}
        rows={2}
        maxLength={TEXT.paragraph}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {sendMutation.isError && (
        <p role="alert" className="text-sm text-danger">
          {describeActionError(sendMutation.error, TEXTS.sendFailed)}
        </p>
      )}
      <div>
        <Button htmlType="submit" disabled={text.trim() === ''} loading={sendMutation.isPending}>
          发送
        </Button>
      </div>
    </form>
  )
}
