import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import type { CorrectionForm } from '#contracts/submissions/correction.ts'
import type { SubmissionProgress } from '#contracts/submissions/progress.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { call } from '../../../shared/call.ts'
import { PageTitle } from '../../components/section.tsx'
import { SubmissionForm } from '../submit/submission-form.tsx'
import type { FormContent } from '../submit/use-send-form.ts'
import { openCorrectionDraft, toInitialValues } from './correction-draft.ts'

/** What a correction keeps, and what happens after it. */
const CorrectionPanel = ({ receipt, endedFacts }: Pick<CorrectionForm, 'receipt' | 'endedFacts'>) => (
  <aside className="card p-5 lg:sticky lg:top-24" aria-label="补正说明">
    <p className="text-sm text-muted">回执号</p>
    <p className="font-semibold wrap-anywhere tabular-nums">{receipt}</p>
    <ul className="mt-4 space-y-2 border-t border-line pt-4 text-sm text-muted">
      <li>表单里是已提交的内容，改好需要补正之处即可，其余可以保持原样。</li>
      <li>提交后回执号不变，审核从剩余的时间继续。</li>
      <li>未提交的改动自动保存在本机浏览器中。</li>
      {endedFacts.length > 0 && <li>{endedFacts.join('、')}已停用，不再填写；原来提交的内容仍留在审核记录中。</li>}
    </ul>
  </aside>
)

/** What a submission has become, and the proof of it: the address may be another one. */
export type CorrectedSubmission = { progress: SubmissionProgress; proof: SubmissionStatusQuery }

export type CorrectionProps = {
  form: CorrectionForm
  /** The receipt and the address by which the form was opened. */
  proof: SubmissionStatusQuery
  onCorrected: (submission: CorrectedSubmission) => void
  onBack: () => void
}

/** The form of a returned submission with its present values, and what has to be corrected at its fields. */
export function Correction({ form, proof, onCorrected, onBack }: CorrectionProps) {
  const draft = useMemo(() => openCorrectionDraft(form), [form])
  const initialValues = useMemo(() => toInitialValues(form), [form])

  async function handleSend(content: FormContent) {
    const { receipt, contactEmail: provenEmail } = proof
    const body = { ...content, receipt, provenEmail, returnedAt: form.returnedAt }
    const { data } = await call(submissionCalls.correct, { body })
    onCorrected({ progress: data, proof: { receipt, contactEmail: content.contactEmail } })
  }

  return (
    <>
      <PageTitle title={`补正“${form.values.productName}”`}>
        <button
          type="button"
          className="mt-3 inline-flex min-h-11 items-center gap-2 text-indigo hover:underline"
          onClick={onBack}
        >
          <ArrowLeft className="size-4" aria-hidden />
          返回进度
        </button>
      </PageTitle>
      <div className="shell py-8">
        <SubmissionForm
          label="补正提交"
          submitLabel="提交补正"
          draftStorage={draft}
          onSend={handleSend}
          initialValues={initialValues}
          reasons={form.reasons}
          panel={<CorrectionPanel receipt={form.receipt} endedFacts={form.endedFacts} />}
        />
      </div>
    </>
  )
}
