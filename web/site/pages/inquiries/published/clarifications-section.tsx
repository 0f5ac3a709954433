import { useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Clarification, Inquiry } from '#contracts/inquiries/inquiry.ts'
import type { Question } from '#contracts/inquiries/question.ts'
import { QUESTION_KIND_LABELS } from '#contracts/inquiries/statuses.ts'
import { call } from '../../../../shared/call.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { fromShanghaiInput, toShanghaiInput } from '../../../../shared/shanghai-input.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { TextAreaField } from '../../evaluation-projects/controlled-fields.tsx'
import { createQuestion, FREE_KINDS, QuestionFields } from '../draft/question-fields.tsx'
import { useInquiryCache } from '../inquiry-queries.ts'

/** Questions that vendors ask back, and addenda. */
export function ClarificationsSection({ inquiry }: { inquiry: Inquiry }) {
  const { clarifications, addenda, role, status, isDue } = inquiry
  const canAnswer = canDo(role, 'answerClarification') && status === 'open'
  const canAdd = canDo(role, 'addAddendum') && status === 'open' && !isDue
  if (clarifications.length + addenda.length === 0 && !canAdd) return null
  return (
    <section aria-label="澄清与补遗" className="card space-y-5 p-5">
      <h2 className="text-xl">澄清与补遗</h2>
      {clarifications.map((clarification) =>
        canAnswer && clarification.answer === '' ? (
          <AnswerForm key={clarification.id} id={inquiry.id} clarification={clarification} />
        ) : (
          <div key={clarification.id}>
            <p className="font-medium whitespace-pre-line wrap-anywhere">问：{clarification.question}</p>
            <p className="whitespace-pre-line wrap-anywhere text-muted">
              {clarification.answer === '' ? '没有答复' : `答：${clarification.answer}`}
            </p>
          </div>
        ),
      )}
      {addenda.map(({ version, note, at }) => (
        <div key={version}>
          <p className="text-sm text-muted">补遗，{formatMinute(at)}</p>
          <p className="whitespace-pre-line wrap-anywhere">{note}</p>
        </div>
      ))}
      {canAdd && <AddendumForm inquiry={inquiry} />}
    </section>
  )
}

function AnswerForm({
  id,
  clarification: { id: clarification, question },
}: {
  id: string
  clarification: Clarification
}) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const [answer, setAnswer] = useState('')
  const answerMutation = useMutation({
    mutationFn: () => call(inquiryCalls.answerClarification, { params: { id, clarification }, body: { answer } }),
    onSuccess(reply) {
      cache.replace(reply)
      showToast(reply.message, 'success')
    },
  })
  return (
    <div className="space-y-2">
      <p className="font-medium whitespace-pre-line wrap-anywhere">问：{question}</p>
      <TextAreaField
        label="答复"
        rows={2}
        hint="发给所有受邀厂商，不说明是谁问的。"
        value={answer}
        onChange={setAnswer}
      />
      <FormError>{answerMutation.isError && toErrorMessage(answerMutation.error)}</FormError>
      <Button
        variant="outline"
        isBusy={answerMutation.isPending}
        isUnavailable={answer.trim() === ''}
        onClick={() => answerMutation.mutate()}
      >
        答复所有厂商
      </Button>
    </div>
  )
}

/** Sends an addendum, perhaps with a later deadline. */
function AddendumForm({ inquiry }: { inquiry: Inquiry }) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const [note, setNote] = useState('')
  const [deadline, setDeadline] = useState<string | null>(null)
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const addMutation = useMutation({
    mutationFn: () =>
      call(inquiryCalls.addAddendum, {
        params: { id: inquiry.id },
        body: { note, deadline, questions: [...questions] },
      }),
    onSuccess(reply) {
      setNote('')
      setDeadline(null)
      setQuestions([])
      cache.replace(reply)
      showToast(reply.message, 'success')
    },
  })
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">发补遗</summary>
      <div className="space-y-3 pt-2">
        <TextAreaField
          label="补遗的说明"
          rows={3}
          isRequired
          hint="成为征询的新版本，厂商须看过后再提交一次，才算确认。"
          value={note}
          onChange={setNote}
        />
        <FormField label="新的截止时间（北京时间）" hint="只能推后；不改则留空。">
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className={`${CONTROL_CLASS} max-w-72`}
              value={toShanghaiInput(deadline)}
              onChange={({ target }) => setDeadline(fromShanghaiInput(target.value))}
            />
          )}
        </FormField>
        <AddedQuestions
          first={inquiry.asked.length}
          questions={questions}
          error={addMutation.error}
          onChange={setQuestions}
        />
        <FormError>{addMutation.isError && toErrorMessage(addMutation.error)}</FormError>
        <Button
          variant="outline"
          isBusy={addMutation.isPending}
          isUnavailable={note.trim() === ''}
          onClick={() => addMutation.mutate()}
        >
          发出补遗
        </Button>
      </div>
    </details>
  )
}

type AddedQuestionsProps = {
  /** The number of questions that were asked before. */
  first: number
  questions: readonly Question[]
  error: Error | null
  onChange: (questions: readonly Question[]) => void
}

/** Questions that the addendum adds. */
function AddedQuestions({ first, questions, error, onChange }: AddedQuestionsProps) {
  const errors = isCallError(error) ? (error.errors ?? []) : []
  return (
    <div className="space-y-3">
      {questions.map((question, index) => (
        <div key={question.key} className="rounded-lg border border-line p-4">
          <QuestionFields
            question={question}
            index={first + index}
            errors={errors.filter(({ path }) => path.startsWith(`questions.${index}.`))}
            onChange={(changes) =>
              onChange(questions.map((item) => (item.key === question.key ? { ...item, ...changes } : item)))
            }
          />
          <Button
            variant="outline"
            className="px-3"
            onClick={() => onChange(questions.filter(({ key }) => key !== question.key))}
          >
            删除这一题
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {FREE_KINDS.map((kind) => (
          <Button key={kind} variant="outline" onClick={() => onChange([...questions, createQuestion(kind)])}>
            加一题：{QUESTION_KIND_LABELS[kind]}
          </Button>
        ))}
      </div>
    </div>
  )
}
