import { useState } from 'react'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import type { Clarification } from '#contracts/inquiries/inquiry.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { TextAreaField } from '../evaluation-projects/controlled-fields.tsx'
import type { AnsweringEditor } from './use-answering.ts'

/** Questions to the owner, whose answers all vendors get. */
export function AskBack({ token, editor: { answering, reload } }: { token: string; editor: AnsweringEditor }) {
  const showToast = useToast()
  const [question, setQuestion] = useState('')
  const askMutation = useMutation({
    mutationFn: () => call(answeringCalls.ask, { body: { token, question } }),
    onSuccess(reply) {
      setQuestion('')
      showToast(reply.message, 'success')
      return reload()
    },
  })
  const { clarifications } = answering
  const canAsk = answering.canAnswer && answering.status !== 'declined'
  if (clarifications.length === 0 && !canAsk) return null
  return (
    <section aria-label="提问与答复" className="card p-5">
      <h2 className="text-lg">提问与答复</h2>
      <ClarificationList clarifications={clarifications} />
      {canAsk && (
        <div className="mt-4 space-y-3">
          <TextAreaField
            label="向询问人提问"
            rows={2}
            value={question}
            hint="答复会发给所有受邀厂商，不会说明是谁问的。请不要在这里写报价。"
            onChange={setQuestion}
          />
          <FormError>{askMutation.isError && toErrorMessage(askMutation.error)}</FormError>
          <Button
            variant="outline"
            isBusy={askMutation.isPending}
            isUnavailable={question.trim() === ''}
            onClick={() => askMutation.mutate()}
          >
            {askMutation.isPending ? '发送中……' : '发送提问'}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Questions and answers in the order of asking. */
const ClarificationList = ({ clarifications }: { clarifications: readonly Clarification[] }) => (
  <dl className="mt-3 space-y-3">
    {clarifications.map(({ id, question, answer }) => (
      <div key={id}>
        <dt className="font-medium whitespace-pre-line wrap-anywhere">问：{question}</dt>
        <dd className="whitespace-pre-line wrap-anywhere text-muted">
          {answer === '' ? '还没有答复' : `答：${answer}`}
        </dd>
      </div>
    ))}
  </dl>
)
