import { type SubmitEvent, useState } from 'react'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectCriterion } from '#contracts/evaluation-projects/project.ts'
import type { Task } from '#contracts/evaluation-projects/trial.ts'
import { TASK_WEIGHT_MAX } from '#contracts/limits.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { mergeVersions } from '../../../../shared/versioned/three-way.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { SelectField, TextAreaField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { useSaveTasks } from './use-save-tasks.ts'

type TaskDialogProps = {
  project: LoadedProject
  /** The task when the dialog was opened. */
  task: Task
  criteria: readonly ProjectCriterion[]
  onClose: () => void
}

/** Edits a task. Changes in another window are merged; if both changed the same field, a second save overwrites it. */
export function TaskDialog({ project, task, criteria, onClose }: TaskDialogProps) {
  /** The version that the draft is based on. */
  const [base, setBase] = useState(task)
  const [draft, setDraft] = useState(task)
  const [isTitleMissing, setIsTitleMissing] = useState(false)
  /** The other window's version, in case of a conflict. */
  const [theirs, setTheirs] = useState<Task | null>(null)
  const save = useSaveTasks(project)
  const changeDraft = (changes: Partial<Task>) => setDraft((current) => ({ ...current, ...changes }))

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const hasTitle = draft.title.trim() !== ''
    setIsTitleMissing(!hasTitle)
    const invalidInput = event.currentTarget.querySelector<HTMLElement>('input[aria-invalid=true]')
    if (invalidInput) return invalidInput.focus()
    if (!hasTitle) return
    save.mutate((latest) => mergeTask(latest, { base, mine: draft }), {
      onSuccess: onClose,
      onError(error) {
        if (!(error instanceof TaskConflictError)) return
        setTheirs(error.theirs)
        // The next save overwrites the version that is now shown.
        setBase(error.theirs)
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title="修改任务" className="max-w-lg">
      <form method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        <TextAreaField
          label="任务"
          isRequired
          error={isTitleMissing ? PROJECT_MESSAGES.taskTitle : undefined}
          rows={2}
          value={draft.title}
          onChange={(title) => changeDraft({ title })}
        />
        <TextAreaField
          label="验收标准"
          hint="怎样算通过，由执行的人判定。"
          rows={3}
          value={draft.acceptance}
          onChange={(acceptance) => changeDraft({ acceptance })}
        />
        <SelectField
          label="对应准则"
          hint="通过率会成为该准则的建议分。"
          value={draft.criterion ?? ''}
          options={[
            { value: '', label: '不对应准则' },
            ...criteria.map(({ key, title }) => ({ value: key, label: title })),
          ]}
          onChange={(criterion) => changeDraft({ criterion: criterion || null })}
        />
        <FormField label="权重" hint="与对应同一准则的其他任务相比。" isRequired>
          {(control) => (
            <NumberInput
              {...control}
              max={TASK_WEIGHT_MAX}
              value={draft.weight}
              onChange={(weight) => changeDraft({ weight })}
            />
          )}
        </FormField>
        {theirs && <ConflictAlert theirs={theirs} />}
        <FormError>
          {save.isError && !(save.error instanceof TaskConflictError) && toErrorMessage(save.error)}
        </FormError>
        <Button type="submit" isBusy={save.isPending} className="w-full">
          {save.isPending ? '保存中……' : '保存'}
        </Button>
      </form>
    </Dialog>
  )
}

const ConflictAlert = ({ theirs }: { theirs: Task }) => (
  <p role="alert" className="rounded-lg border border-danger p-3 text-sm break-words">
    这项任务刚在别处改为：“{theirs.title}”{theirs.acceptance && `，验收：${theirs.acceptance}`}
    ，权重{theirs.weight}。再次保存将以您填写的为准。
  </p>
)

/** Thrown if two windows have changed the same field of a task. */
class TaskConflictError extends Error {
  readonly theirs: Task
  constructor(theirs: Task) {
    super('a task was changed in two windows')
    this.theirs = theirs
  }
}

/**
 * Returns the latest tasks with this window's task merged; if the task was deleted meanwhile, it is restored. Throws
 * `TaskConflictError`.
 */
function mergeTask(latest: readonly Task[], { base, mine }: { base: Task; mine: Task }): Task[] {
  const theirs = latest.find(({ key }) => key === mine.key)
  if (!theirs) return [...latest, mine]
  const { merged, hasConflict } = mergeVersions({ base, mine, theirs })
  if (hasConflict) throw new TaskConflictError(theirs)
  return latest.map((task) => (task.key === mine.key ? merged : task))
}
