import type { ReactNode } from 'react'
import type { AnswerContent, AskedQuestion } from '#contracts/inquiries/question.ts'
import { describeAnswer } from '#contracts/rules/inquiries/describe-answer.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Button } from '../../components/buttons.tsx'
import type { PendingStatus } from '../../item-autosave.ts'
import type { AnsweringEditor } from './use-answering.ts'

type AnswerStatusProps = { question: AskedQuestion; editor: AnsweringEditor }

const MESSAGES: Record<Exclude<PendingStatus, 'conflict'>, string> = {
  waiting: '保存中……',
  sending: '保存中……',
  offline: '暂时无法保存到平台，已存在这台设备上，恢复后自动保存。',
  rejected: '没有保存：',
}
const UNSTORED_MESSAGE = '暂时无法保存，浏览器也没有空间，请不要关闭页面。'

/** Whether an answer is saved; if a colleague has changed it meanwhile, a choice between both versions. */
export function AnswerStatus({ question, editor: { state, autosave } }: AnswerStatusProps) {
  const pending = state.pending.get(question.key)
  const saved = state.saved.get(question.key)
  if (pending?.status === 'conflict')
    return (
      <div role="alert" className="mt-4 rounded-lg border border-danger p-4">
        <p className="font-medium">{pending.message}</p>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Version title="这里填的" question={question} content={pending.draft}>
            <Button onClick={() => autosave.resolve(question.key, 'mine')}>用这里的</Button>
          </Version>
          <Version title="同事填的" question={question} content={pending.theirs}>
            <Button variant="outline" onClick={() => autosave.resolve(question.key, 'theirs')}>
              用同事的
            </Button>
          </Version>
        </div>
      </div>
    )
  const isFailed = pending?.status === 'offline' || pending?.status === 'rejected'
  return (
    <p role="status" className={`mt-3 text-sm ${isFailed ? 'text-danger' : 'text-muted'}`}>
      {pending
        ? describePending(pending.status, state.isStored, pending.message)
        : saved && `已保存，${formatMinute(saved.updatedAt)}`}
    </p>
  )
}

function describePending(status: Exclude<PendingStatus, 'conflict'>, isStored: boolean, message = ''): string {
  if (status === 'offline' && !isStored) return UNSTORED_MESSAGE
  return MESSAGES[status] + (status === 'rejected' ? message : '')
}

type VersionProps = {
  title: string
  question: AskedQuestion
  content: AnswerContent | undefined
  children: ReactNode
}

const Version = ({ title, question, content, children }: VersionProps) => (
  <div className="min-w-0">
    <p className="text-sm text-muted">{title}</p>
    <p className="whitespace-pre-line wrap-anywhere">{describeAnswer(question, content?.value ?? null) || '（空）'}</p>
    {content?.note && <p className="text-sm whitespace-pre-line wrap-anywhere text-muted">{content.note}</p>}
    <div className="mt-3">{children}</div>
  </div>
)
