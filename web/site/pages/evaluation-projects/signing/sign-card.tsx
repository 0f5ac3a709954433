import { type SubmitEvent, useState } from 'react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import {
  SIGNATURE_POSITION_LABELS,
  SIGNATURE_POSITIONS,
  type SignaturePosition,
} from '#contracts/evaluation-projects/statuses.ts'
import { TEXT } from '#contracts/limits.ts'
import { listValidSignatures } from '#contracts/rules/evaluation/final-table.ts'
import { formatTotal } from '#contracts/rules/evaluation/format-figures.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { readFormValues } from '../../../components/read-form-values.ts'
import { FormError } from '../../../components/text-field.tsx'
import { SignatureList, TableHash } from './signature-list.tsx'
import { SignaturePad } from './signature-pad.tsx'

type SignCardProps = { access: JudgeCredentials; judging: Judging; onLoad: (judging: Judging) => void }

/** The final table, who has signed it, and the form to sign it. */
export function SignCard({ access, judging, onLoad }: SignCardProps) {
  const { signing, canSign, judge } = judging
  const [isOpen, setIsOpen] = useState(false)
  if (signing.tableHash === null) return null
  const own = listValidSignatures(signing).find((signature) => signature.judge === judge.id)
  return (
    <section aria-label="签署终表" className="card min-w-0 p-4 text-sm">
      <h2 className="text-lg">签署终表</h2>
      <FinalOrder order={signing.order} />
      <TableHash hash={signing.tableHash} />
      <SignatureList signing={signing} judges={judging.judges} />
      {canSign && (
        <>
          <p className="mt-2 text-muted">评分、报价或声明再有改动，签署即失效，须重新签署。</p>
          <Button className="mt-2 w-full" variant={own ? 'outline' : 'primary'} onClick={() => setIsOpen(true)}>
            {own ? '重新签署' : '签署'}
          </Button>
        </>
      )}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="签署终表" className="max-w-xl">
        <SignForm
          access={access}
          judging={judging}
          onLoad={(signed) => {
            onLoad(signed)
            setIsOpen(false)
          }}
        />
      </Dialog>
    </section>
  )
}

/** The order of the candidates as it is signed. */
const FinalOrder = ({ order }: { order: Judging['signing']['order'] }) => (
  <ol className="my-2 divide-y divide-line">
    {order.map(({ key, name, rank, total, recommendation }) => (
      <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
        <span className="min-w-0 break-words">
          <span className="mr-2 tabular-nums">{rank ?? '—'}</span>
          <bdi>{name}</bdi>
        </span>
        <span className="text-muted tabular-nums">
          <span>{total === null ? '未评' : `${formatTotal(total)}分`}</span>
          <span className="ml-2">{recommendation ?? '证据不足'}</span>
        </span>
      </li>
    ))}
  </ol>
)

function SignForm({ access, judging: { signing, judge }, onLoad }: SignCardProps) {
  const [position, setPosition] = useState<SignaturePosition>('agreed')
  const [drawing, setDrawing] = useState('')
  const [missing, setMissing] = useState<'name' | 'reason' | null>(null)
  const signMutation = useMutation({
    mutationFn: ({ name, reason }: { name: string; reason: string }) =>
      call(judgingCalls.sign, {
        body: {
          access,
          signature: {
            tableHash: signing.tableHash ?? '',
            name,
            position,
            reason: position === 'dissented' ? reason : '',
            drawing: drawing === '' ? null : drawing,
          },
        },
      }),
    onSuccess: ({ data }) => onLoad(data),
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = readFormValues(event.currentTarget)
    const name = values.name?.trim() ?? ''
    const reason = values.reason?.trim() ?? ''
    const empty = name === '' ? 'name' : position === 'dissented' && reason === '' ? 'reason' : null
    setMissing(empty)
    if (empty) event.currentTarget.querySelector<HTMLElement>(`[name="${empty}"]`)?.focus()
    else signMutation.mutate({ name, reason })
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="grid gap-5">
      <FinalOrder order={signing.order} />
      <fieldset>
        <legend className="text-sm font-medium">对终表</legend>
        <div className="flex flex-wrap gap-x-6">
          {SIGNATURE_POSITIONS.map((id) => (
            <label key={id} className="inline-flex min-h-11 items-center gap-2">
              <input type="radio" name="position" checked={position === id} onChange={() => setPosition(id)} />
              {SIGNATURE_POSITION_LABELS[id]}
            </label>
          ))}
        </div>
      </fieldset>
      {position === 'dissented' && (
        <FormField
          label="保留意见的理由"
          isRequired
          hint="写进评估报告。"
          error={missing === 'reason' ? PROJECT_MESSAGES.dissentReason : undefined}
        >
          {(control) => (
            <textarea {...control} name="reason" rows={3} maxLength={TEXT.paragraph} className={CONTROL_CLASS} />
          )}
        </FormField>
      )}
      <FormField
        label="姓名"
        isRequired
        hint="以此姓名与签署时间为准，写进评估报告。"
        error={missing === 'name' ? PROJECT_MESSAGES.signatureName : undefined}
      >
        {(control) => (
          <input
            {...control}
            name="name"
            autoComplete="name"
            defaultValue={judge.name}
            maxLength={TEXT.word}
            className={CONTROL_CLASS}
          />
        )}
      </FormField>
      <SignaturePad value={drawing} onChange={setDrawing} />
      <FormError>{signMutation.isError && toErrorMessage(signMutation.error)}</FormError>
      <Button type="submit" isBusy={signMutation.isPending} className="w-full">
        {position === 'agreed' ? '签署' : '签署并保留意见'}
      </Button>
    </form>
  )
}
