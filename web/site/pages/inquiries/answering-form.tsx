import { useEffect, useState } from 'react'
import '../../../shared/zod-without-eval.ts'
import type { Answering } from '#contracts/inquiries/answering.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import { INVITATION_STATUS_LABELS, OUTCOME_LABELS } from '#contracts/inquiries/statuses.ts'
import { findAnswerProblem } from '#contracts/rules/inquiries/check-answer.ts'
import { describeHandedInBy } from '#contracts/rules/inquiries/describe-handed-in-by.ts'
import { formatYuan } from '#contracts/rules/inquiries/format-yuan.ts'
import { getOfferTotal } from '#contracts/rules/inquiries/offer-total.ts'
import { formatDuration, formatMinute } from '../../../shared/formats.ts'
import { Button } from '../../components/buttons.tsx'
import { PageTitle } from '../../components/section.tsx'
import { Tag } from '../../components/tag.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AskBack } from './ask-back.tsx'
import { QuestionCard } from './question-card.tsx'
import { type AnsweringEditor, useAnswering } from './use-answering.ts'

/** The questions that can't be handed in yet, each with the reason. */
function listProblems({ answering, autosave }: AnsweringEditor): { question: AskedQuestion; problem: string }[] {
  return answering.questions.flatMap((question) => {
    const fileCount = answering.files.filter((file) => file.question === question.key).length
    const problem = findAnswerProblem(question, autosave.get(question.key), fileCount)
    return problem === undefined ? [] : [{ question, problem }]
  })
}

/** An inquiry with its questions, which save themselves, and what is missing before they can be handed in. */
export function AnsweringForm({ token, initial }: { token: string; initial: Answering }) {
  const editor = useAnswering(token, initial)
  const { answering, autosave } = editor
  const [isChecked, setIsChecked] = useState(false)
  const problems = listProblems(editor)
  const hasPrices = answering.questions.some(({ kind }) => kind === 'price')
  const answers = answering.questions.map(({ key }) => ({ question: key, value: autosave.get(key).value }))
  return (
    <>
      <PageTitle title={answering.title} subtitle={`${answering.productName}${describeAsker(answering)}`}>
        <Deadline answering={answering} />
      </PageTitle>
      <div className="shell max-w-3xl space-y-6 py-6 md:py-8">
        <Notices answering={answering} />
        <Introduction answering={answering} />
        {answering.canAnswer && <UseSuggestions editor={editor} />}
        <section aria-label="问题" className="space-y-4">
          {answering.questions.map((question, index) => (
            <QuestionCard
              key={question.key}
              token={token}
              number={index + 1}
              question={question}
              editor={editor}
              problem={isChecked ? problems.find((item) => item.question.key === question.key)?.problem : undefined}
            />
          ))}
        </section>
        {hasPrices && (
          <p className="card flex flex-wrap items-baseline justify-between gap-2 px-5 py-4">
            <span className="font-medium">报价合计</span>
            <span className="text-xl font-semibold tabular-nums">
              {formatYuan(getOfferTotal(answering.questions, answers))}
            </span>
          </p>
        )}
        <AskBack token={token} editor={editor} />
        <AnswerActions
          token={token}
          editor={editor}
          problems={problems}
          onCheck={() => setIsChecked(true)}
          isChecked={isChecked}
        />
      </div>
    </>
  )
}

/** Answers everything that is still open with what is proposed, which the vendor can change afterwards. */
function UseSuggestions({ editor: { answering, autosave } }: { editor: AnsweringEditor }) {
  const proposals = answering.questions.flatMap(({ key }) => {
    const proposal = answering.suggestions.find(({ question }) => question === key)
    return proposal && autosave.get(key).value === null ? [proposal] : []
  })
  if (proposals.length === 0) return null
  return (
    <section
      aria-label="可以直接用的回答"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3"
    >
      <p>{proposals.length}题有您以前的回答或目录资料可用，采用后仍可修改。</p>
      <Button
        variant="secondary"
        onClick={() => {
          for (const { question, value, note, sourceUrl } of proposals)
            autosave.edit(question, { value, note, sourceUrl })
        }}
      >
        全部采用
      </Button>
    </section>
  )
}

const describeAsker = ({ askerName }: Answering) => (askerName === '' ? '，询问人没有署名' : `，询问人：${askerName}`)

/** The deadline by the server's clock, with the remaining time. */
function Deadline({ answering: { deadline, now, canAnswer } }: { answering: Answering }) {
  // The visitor's clock may be wrong: only the time since the reply is measured with it.
  const [receivedAt] = useState(() => Date.now())
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setElapsed(Date.now() - receivedAt), 30_000)
    return () => clearInterval(timer)
  }, [receivedAt])
  const remaining = (Date.parse(deadline) - Date.parse(now) - elapsed) / 1_000
  return (
    <p className="mt-3 flex flex-wrap gap-x-2">
      <span>
        <time dateTime={deadline}>{formatMinute(deadline)}</time>
        （北京时间）截止
      </span>
      <span className="font-medium">
        {canAnswer && remaining > 0 ? `还有${formatDuration(remaining)}` : '已经截止'}
      </span>
    </p>
  )
}

/** What has happened to the inquiry and to the own answers, the most recent first. */
function Notices({ answering }: { answering: Answering }) {
  const { status, receipt, outcome, outcomeText, isOpened, canAnswer, addenda, version } = answering
  return (
    <>
      {outcomeText !== '' && (
        <div role="status" className="card p-5">
          {outcome && <Tag>{OUTCOME_LABELS[outcome]}</Tag>}
          <p className="mt-2 whitespace-pre-line">{outcomeText}</p>
        </div>
      )}
      {status === 'declined' && (
        <p role="status" className="card p-4">
          已告知对方贵公司{INVITATION_STATUS_LABELS.declined}。
          <span>{canAnswer && '改变主意的，截止之前继续填写即可。'}</span>
        </p>
      )}
      {receipt && (
        <div role="status" className="card border-indigo p-4">
          <p>
            <time dateTime={receipt.submittedAt}>{formatMinute(receipt.submittedAt)}</time>
            <span>{`${receipt.by ? describeHandedInBy(receipt.by) : '已提交'}。`}</span>
            <span>{canAnswer && receipt.isChanged && '此后的修改还没有提交，以提交时的为准。'}</span>
            <span>{canAnswer && receipt.version < version && '此后有新的补遗，请看过后再提交一次。'}</span>
            <span>{isOpened && '回答已经开启。'}</span>
          </p>
          <p className="mt-1 text-sm break-all text-muted">SHA-256：{receipt.hash}</p>
        </div>
      )}
      {addenda.length > 0 && (
        <section aria-label="补遗" className="card p-5">
          <h2 className="text-lg">补遗</h2>
          <ol className="mt-2 space-y-3">
            {addenda.toReversed().map((addendum) => (
              <li key={addendum.version}>
                <p className="text-sm text-muted">{formatMinute(addendum.at)}</p>
                <p className="whitespace-pre-line">{addendum.note}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

const Introduction = ({ answering: { background, terms, email, organisation } }: { answering: Answering }) => (
  <section aria-label="说明" className="space-y-3">
    {background !== '' && <p className="whitespace-pre-line">{background}</p>}
    {terms !== '' && (
      <details>
        <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">要求与条件</summary>
        <p className="whitespace-pre-line">{terms}</p>
      </details>
    )}
    <p className="text-sm text-muted">
      <span>
        {organisation === null
          ? `这个链接寄给了${email}，有链接的同事可以一起填。`
          : `邀请寄给了${email}，您以${organisation}成员的身份填写，由您提交的，开启之后询问人会看到您的姓名。`}
      </span>
      回答、报价与文件加密保存，截止并开启之前，询问人、其他厂商与平台都不能查看。
    </p>
  </section>
)
