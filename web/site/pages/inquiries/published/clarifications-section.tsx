import { useState } from 'react'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Clarification, Inquiry } from '#contracts/inquiries/inquiry.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { TextAreaField } from '../../evaluation-projects/controlled-fields.tsx'
import { useInquiryCache } from '../inquiry-queries.ts'
import { fromShanghaiInput, toShanghaiInput } from '../shanghai-input.ts'

/** Questions that vendors ask back, and addenda. */
export function ClarificationsSection({ inquiry }: { inquiry: Inquiry }) {
  const { clarifications, addenda, role, status, isDue } = inquiry
  const canAnswer = role === 'owner' && status === 'open'
  if (clarifications.length + addenda.length === 0 && (!canAnswer || isDue)) return null
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
      {canAnswer && !isDue && <AddendumForm inquiry={inquiry} />}
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
  const addMutation = useMutation({
    mutationFn: () => call(inquiryCalls.addAddendum, { params: { id: inquiry.id }, body: { note, deadline } }),
    onSuccess(reply) {
      setNote('')
      setDeadline(null)
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
