import type { ReactNode } from 'react'
import { getCheckLabel } from '#contracts/evaluation-checks/labels.ts'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { TaskTry } from '#contracts/evaluation-runs/run.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { ReplyText } from '../replies/reply-text.tsx'
import { OutcomeMark } from './outcome-mark.tsx'

type TrialConversationProps = {
  trial: Pick<TaskTry, 'messages' | 'earlierReplies' | 'reply' | 'isReplyCut' | 'checks' | 'steps' | 'reasoning'>
  /** Names the reply. */
  label: string
  /** What else was said of the reply, after its checks. */
  children?: ReactNode
}

/** What was asked and answered in a trial, each check's verdict, and how the agent came to its reply. */
export function TrialConversation({ trial, label, children }: TrialConversationProps) {
  const { messages, earlierReplies, reply, isReplyCut, checks, steps, reasoning } = trial
  return (
    <>
      {withKeys(messages, String).map(({ key, item }, turn) => (
        <div key={key} className="text-sm break-words whitespace-pre-wrap text-muted">
          <p>{`问：${item}`}</p>
          {earlierReplies[turn] !== undefined && <p className="mt-1 text-ink">{`答：${earlierReplies[turn]}`}</p>}
        </div>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label} className="max-h-72 overflow-y-auto rounded-lg bg-sunken p-3">
        <ReplyText reply={reply} />
      </section>
      {isReplyCut && <p className="text-sm">{RUN_MESSAGES.replyCut}</p>}
      {checks.length > 0 && (
        <ul className="space-y-1 text-sm">
          {withKeys(checks, ({ kind }) => kind).map(({ key, item: { kind, isPassed, reason: why } }) => (
            <li key={key} className="flex gap-2">
              <OutcomeMark outcome={isPassed === null ? 'unscored' : isPassed ? 'passed' : 'failed'} />
              <span className="min-w-0 break-words">
                {getCheckLabel(kind)}：{why}
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
      {steps.length > 0 && <p className="text-sm break-words">所用工具：{steps.map(({ name }) => name).join('、')}</p>}
      {reasoning !== '' && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 items-center text-indigo">思考过程</summary>
          <p className="break-words whitespace-pre-wrap">{reasoning}</p>
        </details>
      )}
    </>
  )
}
