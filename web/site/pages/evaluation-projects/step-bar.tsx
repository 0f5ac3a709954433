import { ArrowRight, Undo2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { PROJECT_STATUS_LABELS, PROJECT_STATUSES, type ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import { TEXT } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { focusFirstField } from '../../components/focus-first-field.ts'
import { FormField } from '../../components/form-field.tsx'
import { readFormValues } from '../../components/read-form-values.ts'
import { FormError } from '../../components/text-field.tsx'
import { getNextStatus, getPreviousStatus, listMissing, listMissingSignatures, listWarnings } from './next-step.ts'
import { type LoadedProject, useProjectCache } from './project-queries.ts'

/** What the step to a status is called, and what it does. */
const STEP_TEXTS: Record<ProjectStatus, { label: string; effect: string }> = {
  setup: { label: '', effect: '' },
  scoring: { label: '开始打分', effect: '候选、准则与权重随即锁定，并记下时间与哈希。评委收到的链接可以打开。' },
  review: { label: '开始复议', effect: '评委将看到彼此的评分，修改须说明理由；第一轮评分留在记录中。' },
  final: { label: '定稿', effect: '评分、测试与设定不再改变，形成最终结论。' },
}

const getInquiryUrl = (project: string): string =>
  buildPageUrl(PAGES.inquiries, SITE_PAGES.inquiries.parameters, { project })

/** A step that is to be confirmed. Its direction stays the same even if the project is moved elsewhere meanwhile. */
type Step = { to: ProjectStatus; isBack: boolean }

const getStepLabel = ({ to, isBack }: Step): string =>
  isBack ? `退回${PROJECT_STATUS_LABELS[to]}` : STEP_TEXTS[to].label

type ChangeStatusFormProps = { project: LoadedProject; step: Step; onDone: () => void }

/** Confirms a step of a project; a step back requires a reason. */
function ChangeStatusForm({ project: { data, version }, step, onDone }: ChangeStatusFormProps) {
  const { to, isBack } = step
  const needsReason = isBack || (to === 'final' && listMissingSignatures(data).length > 0)
  const cache = useProjectCache()
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const changeStatusMutation = useMutation({
    mutationFn: (reason: string) =>
      call(projectCalls.changeStatus, { params: { id: data.id }, body: { to, reason }, version }),
    onSuccess: (changed) => {
      cache.replace(changed)
      onDone()
    },
    // The status may have changed elsewhere, or the step was taken although its reply was lost.
    async onError() {
      const latest = await cache.refetch(data.id).catch(() => undefined)
      if (latest?.data.status === to) onDone()
    },
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = readFormValues(event.currentTarget).reason?.trim() ?? ''
    setIsReasonMissing(needsReason && reason === '')
    if (!needsReason || reason !== '') changeStatusMutation.mutate(reason)
    else event.currentTarget.querySelector('textarea')?.focus()
  }

  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
      {!isBack && (
        <>
          <p>{STEP_TEXTS[to].effect}</p>
          {listWarnings(data).map((warning) => (
            <p key={warning} className="text-muted">
              {warning}。
            </p>
          ))}
        </>
      )}
      {needsReason && (
        <FormField
          label={isBack ? '退回原因' : '未签齐而定稿的原因'}
          isRequired
          hint="会写进过程记录与报告。"
          error={isReasonMissing ? PROJECT_MESSAGES.reason : undefined}
        >
          {(control) => (
            <textarea {...control} name="reason" rows={3} maxLength={TEXT.paragraph} className={CONTROL_CLASS} />
          )}
        </FormField>
      )}
      <FormError>{changeStatusMutation.isError && toErrorMessage(changeStatusMutation.error)}</FormError>
      <Button type="submit" isBusy={changeStatusMutation.isPending} className="w-full">
        {isBack ? getStepLabel(step) : `确认${getStepLabel(step)}`}
      </Button>
    </form>
  )
}

type StepBarProps = {
  project: LoadedProject
  /** The setup as edited, with changes that aren't saved yet. */
  setup: ProjectSetup
  hasUnsavedChanges: boolean
}

/** The steps of a project: which one is current, what is missing for the next, and buttons to the next and previous. */
export function StepBar({ project, setup, hasUnsavedChanges }: StepBarProps) {
  const { status, steps, role } = project.data
  const isManager = canDo(role, 'changeStatus')
  const [step, setStep] = useState<Step | null>(null)
  const cache = useProjectCache()
  const next = getNextStatus(status)
  const previous = getPreviousStatus(status)
  function openStep(nextStep: Step) {
    setStep(nextStep)
    // Its warnings are about the judges, who may have scored since.
    cache.refresh(project.data.id)
  }
  const missing = [...(hasUnsavedChanges ? ['设定有未保存的修改'] : []), ...listMissing({ ...project.data, setup })]
  return (
    // Gets the focus when the button of the last step is removed.
    <section aria-label="项目阶段" tabIndex={-1} className="card mb-6 p-4 outline-none md:p-5" data-print="none">
      <ol className="grid grid-cols-4 gap-2">
        {PROJECT_STATUSES.map((item, index) => (
          <li
            key={item}
            aria-current={item === status ? 'step' : undefined}
            className="border-t-4 border-line pt-2 text-sm text-muted aria-[current]:border-indigo aria-[current]:font-semibold aria-[current]:text-indigo"
          >
            <span className="tabular-nums">{index + 1}</span> {PROJECT_STATUS_LABELS[item]}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        {status !== 'final' && setup.candidates.length > 0 && (
          <ButtonLink link={getInquiryUrl(project.data.id)} variant="outline">
            向厂商征询
          </ButtonLink>
        )}
        {project.data.reportId && <ButtonLink link={PAGES.report(project.data.reportId)}>查看报告</ButtonLink>}
        {isManager && next && (
          <Button
            isUnavailable={missing.length > 0}
            aria-describedby="missing-for-next"
            onClick={() => openStep({ to: next, isBack: false })}
          >
            {STEP_TEXTS[next].label}
            <ArrowRight className="size-4" aria-hidden />
          </Button>
        )}
        {isManager && previous && (
          <Button variant="outline" onClick={() => openStep({ to: previous, isBack: true })}>
            <Undo2 className="size-4" aria-hidden />
            退回{PROJECT_STATUS_LABELS[previous]}
          </Button>
        )}
        <p id="missing-for-next" className="text-sm text-muted">
          {isManager
            ? (missing.length > 0 ? missing : listWarnings(project.data)).join('；')
            : '推进阶段由负责人或共同所有人来做。'}
        </p>
      </div>
      {steps.length > 0 && <StepHistory steps={steps} />}
      <Dialog
        isOpen={step !== null}
        onClose={() => setStep(null)}
        title={step ? getStepLabel(step) : ''}
        className="max-w-lg"
      >
        {step && <ChangeStatusForm project={project} step={step} onDone={() => setStep(null)} />}
      </Dialog>
    </section>
  )
}

const StepHistory = ({ steps }: { steps: LoadedProject['data']['steps'] }) => (
  <details className="mt-3 text-sm text-muted">
    <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">
      过程记录（{steps.length}）
    </summary>
    <ol>
      {withKeys(steps, ({ at }) => at).map(({ key, item: { at, by, from, to, reason } }) => (
        <li key={key} className="border-t border-line py-2">
          <time dateTime={at}>{formatMinute(at)}</time> {by}：{PROJECT_STATUS_LABELS[from]} →{' '}
          {PROJECT_STATUS_LABELS[to]}
          <span>{reason && `，原因：${reason}`}</span>
        </li>
      ))}
    </ol>
  </details>
)
