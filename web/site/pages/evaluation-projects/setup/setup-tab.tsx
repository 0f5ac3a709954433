import { type SubmitEvent, useRef, useState } from 'react'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { canRename } from '#contracts/evaluation-projects/statuses.ts'
import { TEXT } from '#contracts/limits.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConflictDialog } from '../../../components/conflict-dialog.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { useFocusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { TextAreaField } from '../controlled-fields.tsx'
import { findInvalidNumber } from '../find-invalid-number.ts'
import type { LoadedProject } from '../project-queries.ts'
import { CandidatesCard } from './candidates-card.tsx'
import { CommitteeCard } from './committee-card.tsx'
import { CriteriaCard } from './criteria-card.tsx'
import { describeSetupDifference, getSetupFieldLabel } from './describe-setup.ts'
import { SetupCard } from './setup-card.tsx'
import { ThresholdsCard } from './thresholds-card.tsx'
import type { SetupEditor } from './use-setup-form.ts'

type ProjectDetailsProps = { editor: SetupEditor; isLocked: boolean }

/** The name and description of a project, which can be changed until the review, even after the setup is locked. */
const ProjectDetailsCard = ({ editor: { value, change, errors }, isLocked }: ProjectDetailsProps) => (
  <SetupCard title="项目" {...(isLocked && { lead: `${PROJECT_MESSAGES.nameLocked}。` })}>
    <div className="grid gap-5 lg:grid-cols-2">
      <FormField label="项目名称" isRequired error={errors.find(({ path }) => path === 'name')?.message}>
        {(control) => (
          <input
            {...control}
            value={value.name}
            maxLength={TEXT.line}
            readOnly={isLocked}
            className={CONTROL_CLASS}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      <TextAreaField
        label="说明"
        rows={2}
        value={value.description}
        isReadOnly={isLocked}
        onChange={(description) => change({ description })}
      />
    </div>
  </SetupCard>
)

type SetupTabProps = { project: LoadedProject; editor: SetupEditor }

/** The setup of a project, which is locked once scoring has started. */
export function SetupTab({ project, editor }: SetupTabProps) {
  const { data } = project
  const form = useRef<HTMLFormElement>(null)
  const [hasInvalidNumber, setHasInvalidNumber] = useState(false)
  const isLocked = data.status !== 'setup'
  useFocusInvalidField(form, editor.errors.length > 0 ? editor.errors : null)

  /** Saves the setup, or focuses an invalid number. */
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const invalidInput = findInvalidNumber(event.currentTarget)
    setHasInvalidNumber(Boolean(invalidInput))
    if (invalidInput) invalidInput.focus()
    else editor.save()
  }

  return (
    <form
      ref={form}
      aria-label="设定"
      // Gets the focus when the save bar is removed after a save.
      tabIndex={-1}
      method="post"
      noValidate
      className="grid gap-6 outline-none"
      onSubmit={handleSubmit}
      onInput={() => setHasInvalidNumber(false)}
    >
      {isLocked && data.lockedAt && (
        <div className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm" role="status">
          <p>
            候选、准则与权重已于<time dateTime={data.lockedAt}>{formatMinute(data.lockedAt)}</time>
            锁定，退回设定后才能修改。
          </p>
          <p className="mt-1 text-muted">
            SHA-256：<code className="break-all">{data.lockHash}</code>
          </p>
        </div>
      )}
      <ProjectDetailsCard editor={editor} isLocked={!canRename(data.status)} />
      <fieldset key={editor.fieldsKey} disabled={isLocked} className="grid min-w-0 gap-6">
        <legend className="sr-only">锁定前的设定</legend>
        <CandidatesCard editor={editor} isLocked={isLocked} />
        <CriteriaCard project={project} editor={editor} />
        <ThresholdsCard editor={editor} />
        <CommitteeCard editor={editor} />
      </fieldset>
      <SaveBar editor={editor} hasInvalidNumber={hasInvalidNumber} />
      {editor.conflict && (
        <ConflictDialog
          // The merge starts again if yet another version was saved meanwhile.
          key={editor.conflict.version}
          versions={editor.conflict.versions}
          authorship={editor.conflict.authorship}
          describe={describeSetupDifference}
          isSaving={editor.isSaving}
          onClose={editor.closeConflict}
          onSave={editor.saveMerged}
        />
      )}
    </form>
  )
}

/** The bar with the save button and the errors of the last save; shown while there are unsaved changes. */
function SaveBar({ editor, hasInvalidNumber }: { editor: SetupEditor; hasInvalidNumber: boolean }) {
  if (!editor.isDirty) return null
  return (
    <section
      aria-label="保存设定"
      // Keeps focused fields above the bar.
      data-bottom-bar
      className="card sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 px-5 py-3 shadow-lg"
    >
      <div className="min-w-0 flex-1 basis-full text-sm sm:basis-0">
        <SaveNotice editor={editor} hasInvalidNumber={hasInvalidNumber} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={editor.discard}>
          {editor.isStale ? '载入最新' : '放弃修改'}
        </Button>
        {editor.isStale ? (
          <Button isBusy={editor.isSaving} onClick={editor.compare}>
            核对并合并
          </Button>
        ) : (
          <Button type="submit" isBusy={editor.isSaving}>
            {editor.isSaving ? '保存中……' : '保存设定'}
          </Button>
        )}
      </div>
    </section>
  )
}

function SaveNotice({ editor, hasInvalidNumber }: { editor: SetupEditor; hasInvalidNumber: boolean }) {
  const { errors, failure, isStale, value } = editor
  if (isStale) return <p role="alert">项目已在别处更新，您填写的内容仍在，核对后可以合并。</p>
  if (hasInvalidNumber) return <p role="alert">有数值超出允许的范围，请改正后再保存。</p>
  if (errors.length === 0 && !failure) return <p className="text-muted">有未保存的修改</p>
  const messages = errors.map(({ path, message }) => {
    const label = getSetupFieldLabel(path.replace(/^setup\./, ''), value.setup.groups)
    return label === '' ? message : `${label}：${message}`
  })
  return (
    <ul role="alert" className="text-danger">
      {withKeys(messages.length > 0 ? messages : [failure ?? ''], String).map(({ key, item }) => (
        <li key={key}>{item}</li>
      ))}
    </ul>
  )
}
