import { type SubmitEvent, useRef, useState } from 'react'
import { formatMinute } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../parts/buttons.tsx'
import { ConflictDialog } from '../../../parts/conflict-dialog.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { CandidatesCard } from './candidates-card.tsx'
import { CriteriaCard } from './criteria-card.tsx'
import { describeSetup, labelSetupPlace } from './describe-setup.ts'
import { NamesCard } from './names-card.tsx'
import { ThresholdsCard } from './thresholds-card.tsx'
import type { SetupEditing } from './use-setup-form.ts'

type SetupTabProps = { project: LoadedProject; editing: SetupEditing }

/** The setup of a project, which is locked once scoring has started. */
export function SetupTab({ project, editing }: SetupTabProps) {
  const { data } = project
  const form = useRef<HTMLFormElement>(null)
  const [hasInvalidNumber, setHasInvalidNumber] = useState(false)
  const isLocked = data.status !== 'setup'

  /** Focuses an invalid number instead of saving. */
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const invalidInput = form.current?.querySelector<HTMLElement>('input[type=number][aria-invalid=true]')
    setHasInvalidNumber(Boolean(invalidInput))
    if (invalidInput) invalidInput.focus()
    else editing.save()
  }

  return (
    <form
      ref={form}
      aria-label="设定"
      method="post"
      noValidate
      className="grid gap-6"
      onSubmit={submit}
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
      <NamesCard editing={editing} />
      <fieldset key={editing.generation} disabled={isLocked} className="grid min-w-0 gap-6">
        <legend className="sr-only">锁定前的设定</legend>
        <CandidatesCard editing={editing} isLocked={isLocked} />
        <CriteriaCard project={project} editing={editing} />
        <ThresholdsCard editing={editing} />
      </fieldset>
      <SaveBar editing={editing} hasInvalidNumber={hasInvalidNumber} />
      {editing.conflict && (
        <ConflictDialog
          // If an even newer version appears, the merge starts again.
          key={editing.conflict.version}
          versions={editing.conflict.versions}
          describe={describeSetup}
          isSaving={editing.isSaving}
          onClose={editing.closeConflict}
          onSave={editing.saveMerged}
        />
      )}
    </form>
  )
}

/** The save bar, which sticks to the viewport while there are unsaved changes, with the errors of the last save. */
function SaveBar({ editing, hasInvalidNumber }: { editing: SetupEditing; hasInvalidNumber: boolean }) {
  if (!editing.isDirty) return null
  return (
    <section
      aria-label="保存设定"
      className="card sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 px-5 py-3 shadow-lg"
    >
      <div className="min-w-0 flex-1 text-sm">
        <SaveNotice editing={editing} hasInvalidNumber={hasInvalidNumber} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="outline" onClick={editing.discard}>
          {editing.isStale ? '载入最新' : '放弃修改'}
        </Button>
        {editing.isStale ? (
          <Button isBusy={editing.isSaving} onClick={editing.compare}>
            核对并合并
          </Button>
        ) : (
          <Button type="submit" isBusy={editing.isSaving}>
            {editing.isSaving ? '保存中……' : '保存设定'}
          </Button>
        )}
      </div>
    </section>
  )
}

function SaveNotice({ editing, hasInvalidNumber }: { editing: SetupEditing; hasInvalidNumber: boolean }) {
  const { errors, failure, isStale, value } = editing
  if (isStale) return <p role="alert">项目已在别处更新，您填写的内容仍在，核对后可以合并。</p>
  if (hasInvalidNumber) return <p role="alert">有数值超出允许的范围，请改正后再保存。</p>
  if (errors.length === 0 && !failure) return <p className="text-muted">有未保存的修改</p>
  const messages = errors.map(({ path, message }) => {
    const label = labelSetupPlace(path.replace(/^setup\./, ''), value.setup.groups)
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
