import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Answering } from '#contracts/inquiries/answering.ts'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { ANSWERING_MESSAGES } from '#contracts/inquiries/messages.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import { call } from '../../../shared/call.ts'
import { type CallError, toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { getQuestionId } from './question-card.tsx'
import { type AnsweringEditor, createAnsweringValue } from './use-answering.ts'

type Problem = { question: AskedQuestion; problem: string }
type AnswerActionsProps = {
  token: string
  editor: AnsweringEditor
  problems: readonly Problem[]
  isChecked: boolean
  onCheck: () => void
}

type AnsweringReply = { data: Answering; message?: string }

/** Returns a mutation of the answers, whose reply replaces what is shown. */
function useAnsweringMutation(editor: AnsweringEditor, act: () => Promise<AnsweringReply>) {
  const showToast = useToast()
  return useMutation({
    async mutationFn() {
      await editor.autosave.flush()
      // What a colleague has changed meanwhile, or couldn't be sent, would be missing.
      const unsaved = editor.autosave.getState().pending.size
      if (unsaved > 0) throw { status: 0, message: ANSWERING_MESSAGES.unsaved(unsaved) } satisfies CallError
      return act()
    },
    onSuccess({ data, message = '' }) {
      editor.load(data)
      showToast(message, 'success')
    },
    // Without a reply, it may have taken effect.
    onError: () => editor.reload().catch(() => undefined),
  })
}

type Consents = { isKept: boolean; proposesFacts: boolean }

/**
 * Returns what the vendor agrees to. A choice stays on this device over a reload; without one, what was handed in last
 * says whether facts are proposed. Nothing is kept unasked.
 */
function useConsents(token: string, { receipt }: Answering) {
  const [stored] = useState(() => createAnsweringValue<Partial<Consents>>(token, '.consents'))
  const [chosen, setChosen] = useState<Partial<Consents>>(() => stored.read() ?? {})
  const consents: Consents = { isKept: false, proposesFacts: receipt?.proposesFacts ?? false, ...chosen }
  return {
    ...consents,
    choose(changes: Partial<Consents>) {
      const next = { ...chosen, ...changes }
      setChosen(next)
      stored.write(next)
    },
  }
}

/** Hands in the answers; lists what is missing. Withdraws, or refuses the invitation. */
export function AnswerActions({ token, editor, problems, isChecked, onCheck }: AnswerActionsProps) {
  const { answering, state } = editor
  const { isKept, proposesFacts, choose } = useConsents(token, answering)
  const submitMutation = useAnsweringMutation(editor, () =>
    call(answeringCalls.submit, { body: { token, version: answering.version, isKept, proposesFacts } }),
  )
  const withdrawMutation = useAnsweringMutation(editor, () => call(answeringCalls.withdraw, { body: { token } }))
  const [isDeclining, setIsDeclining] = useState(false)
  const unsaved = state.pending.size
  const error = submitMutation.error ?? withdrawMutation.error
  // What a colleague answers, the invited address can still refuse.
  const isInvited = answering.organisation === null
  if (!answering.canAnswer) return isInvited ? <DeclineSection token={token} editor={editor} /> : null

  function submit() {
    onCheck()
    const [first] = problems
    if (first) document.getElementById(getQuestionId(first.question.key))?.focus()
    else submitMutation.mutate()
  }

  return (
    <>
      <section aria-label="回答的用途" className="space-y-1">
        {isInvited && (
          <Checkbox isChecked={isKept} onChange={(chosen) => choose({ isKept: chosen })}>
            提交时把资料与文字的回答存入{answering.email}
            的回答库，以后的征询可以直接采用；只有这个邮箱看得到，报价与文件不存
          </Checkbox>
        )}
        {answering.canProposeFacts && (
          <Checkbox isChecked={proposesFacts} onChange={(chosen) => choose({ proposesFacts: chosen })}>
            同意在开启之后，把产品资料的回答作为更新提交平台审核，通过后显示在产品的公开页
          </Checkbox>
        )}
        {answering.kept > 0 && <RemoveLibrary token={token} editor={editor} />}
      </section>
      <section
        aria-label="提交"
        data-bottom-bar
        className="card sticky bottom-3 z-10 space-y-2 px-4 py-3 shadow-lg sm:px-5"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-sm tabular-nums" role="status">
            <span>{problems.length > 0 ? `还有${problems.length}题没有填好` : '都已填好，可以提交'}</span>
            <span>{unsaved > 0 && `，${unsaved}题还没有保存`}</span>
          </p>
          <div className="flex flex-wrap gap-2">
            {answering.receipt && (
              <Button variant="outline" isBusy={withdrawMutation.isPending} onClick={() => withdrawMutation.mutate()}>
                撤回
              </Button>
            )}
            <Button isBusy={submitMutation.isPending} onClick={submit}>
              {getSubmitLabel(answering, submitMutation.isPending)}
            </Button>
          </div>
        </div>
        {isChecked && problems.length > 0 && <ProblemList problems={problems} />}
        <FormError>{error && toErrorMessage(error)}</FormError>
      </section>
      {isInvited && (
        <div className="text-center">
          <button
            type="button"
            className="min-h-11 text-sm text-muted underline hover:text-ink"
            onClick={() => setIsDeclining(true)}
          >
            不参加，或不再接收征询邮件
          </button>
        </div>
      )}
      <Dialog isOpen={isDeclining} onClose={() => setIsDeclining(false)} title="不参加这次征询" className="max-w-lg">
        <DeclineSection token={token} editor={editor} onDone={() => setIsDeclining(false)} />
      </Dialog>
    </>
  )
}

function getSubmitLabel({ receipt, version }: Answering, isBusy: boolean): string {
  if (isBusy) return '提交中……'
  if (!receipt) return '提交'
  return receipt.version < version ? '确认补遗并提交' : '再次提交'
}

/** What is missing, with links to the questions. */
const ProblemList = ({ problems }: { problems: readonly Problem[] }) => (
  <div role="alert" className="max-h-40 overflow-y-auto text-sm text-danger">
    <p>还有{problems.length}题不能提交：</p>
    <ul>
      {problems.map(({ question, problem }) => (
        <li key={question.key}>
          <a href={`#${getQuestionId(question.key)}`} className="inline-block py-1 underline" onClick={focusQuestion}>
            {question.title}
          </a>
          ：{problem}
        </li>
      ))}
    </ul>
  </div>
)

/** Focuses the question of a link without changing the fragment, which is the secret. */
function focusQuestion(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}

type CheckboxProps = { isChecked: boolean; onChange: (isChecked: boolean) => void; children: ReactNode }

const Checkbox = ({ isChecked, onChange, children }: CheckboxProps) => (
  <label className="flex min-h-11 items-start gap-2 py-2">
    <input
      type="checkbox"
      className="mt-1.5 size-4 shrink-0 accent-indigo"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
)

/** Deletes what the invited address has kept for later inquiries, after asking. */
function RemoveLibrary({ token, editor }: { token: string; editor: AnsweringEditor }) {
  const { email, kept } = editor.answering
  const [isAsking, setIsAsking] = useState(false)
  const removeMutation = useAnsweringMutation(editor, () => call(answeringCalls.removeLibrary, { body: { token } }))
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-sm text-muted underline hover:text-ink"
        onClick={() => setIsAsking(true)}
      >
        回答库中有{kept}条，清空
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="清空回答库"
        confirmLabel="清空"
        mutation={{
          isPending: removeMutation.isPending,
          error: removeMutation.error,
          mutate: () => removeMutation.mutate(undefined, { onSuccess: () => setIsAsking(false) }),
        }}
        onClose={() => setIsAsking(false)}
      >
        {email}存下的{kept}条回答都会删除，不能恢复，以后的征询不再提示。已经填写与提交的回答不受影响。
      </ConfirmDialog>
    </>
  )
}

type DeclineSectionProps = { token: string; editor: AnsweringEditor; onDone?: () => void }

/** Refuses this invitation, or all mails about inquiries. */
function DeclineSection({ token, editor, onDone }: DeclineSectionProps) {
  const { answering } = editor
  const [isBlocked, setIsBlocked] = useState(false)
  const declineMutation = useAnsweringMutation(editor, () =>
    call(answeringCalls.decline, { body: { token, isBlocked } }),
  )
  return (
    <div className="space-y-4">
      {answering.canAnswer && <p>对方会看到贵公司不参加。已提交的回答同时撤回，填写的内容保留到截止。</p>}
      <Checkbox isChecked={isBlocked} onChange={setIsBlocked}>
        {answering.email}以后不再接收任何征询邮件
      </Checkbox>
      <FormError>{declineMutation.isError && toErrorMessage(declineMutation.error)}</FormError>
      <Button
        variant="outline"
        isBusy={declineMutation.isPending}
        isUnavailable={!answering.canAnswer && !isBlocked}
        onClick={() => declineMutation.mutate(undefined, { onSuccess: () => onDone?.() })}
      >
        {answering.canAnswer ? '不参加' : '停止接收'}
      </Button>
    </div>
  )
}
