import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectCriterion } from '#contracts/evaluation-projects/project.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { TASKS, TEXT } from '#contracts/limits.ts'
import { getFieldErrors, toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useUnsavedEdits } from '../../../components/use-unsaved-edits.ts'
import { SelectField, TextAreaField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { ChecksField } from './checks-field.tsx'
import { mergeTask, TaskConflictError } from './merge-task.ts'
import { TaskDetails } from './task-details.tsx'
import { TaskTryPanel } from './task-try-panel.tsx'
import { TextListField } from './text-list-field.tsx'
import { useSaveTasks } from './use-save-tasks.ts'

/**
 * Returns the edited task and functions to change and save it. Changes in another window are merged; if both changed
 * the same field, the other window's version is shown, and a second save overwrites it.
 */
function useTaskForm(project: LoadedProject, initial: Task, onSaved: () => void) {
  /** The version that the draft is based on. */
  const [base, setBase] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const [isTitleMissing, setIsTitleMissing] = useState(false)
  /** The other window's version, in case of a conflict. */
  const [theirs, setTheirs] = useState<Task | null>(null)
  const { mutate, error, reset, isPending } = useSaveTasks(project)
  const fieldErrors = getFieldErrors(error)
  useUnsavedEdits(draft !== base)

  /** Shows an error if the title is blank; returns whether it is valid. */
  function validateTitle(): boolean {
    const hasTitle = draft.title.trim() !== ''
    setIsTitleMissing(!hasTitle)
    return hasTitle
  }

  function save() {
    mutate((latest) => mergeTask(latest, { base, mine: draft }), {
      onSuccess: onSaved,
      onError(cause) {
        if (!(cause instanceof TaskConflictError)) return
        setTheirs(cause.theirs)
        // The next save overwrites the version that is now shown.
        setBase(cause.theirs)
      },
    })
  }

  return {
    draft,
    change(changes: Partial<Task>) {
      // The server's errors are those of what was saved, and would prevent another save.
      if (error) reset()
      setDraft((current) => ({ ...current, ...changes }))
    },
    isTitleMissing,
    validateTitle,
    theirs,
    /** Returns the server's message for a field of the task by its path, such as `checks.0.pattern`. */
    getError: (path: string) => fieldErrors.find((item) => item.path.replace(/^tasks\.\d+\./, '') === path)?.message,
    /** The message of a failed save, unless it failed because of a conflict or of fields that are shown. */
    failure:
      error && !(error instanceof TaskConflictError) && fieldErrors.length === 0 ? toErrorMessage(error) : undefined,
    isSaving: isPending,
    save,
  }
}

type TaskDialogProps = {
  project: LoadedProject
  /** The task when the dialog was opened. */
  task: Task
  criteria: readonly ProjectCriterion[]
  onClose: () => void
}

/** Edits a task. */
export function TaskDialog({ project, task, criteria, onClose }: TaskDialogProps) {
  const form = useTaskForm(project, task, onClose)
  const { draft, change, theirs, isSaving, getError } = form

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const hasTitle = form.validateTitle()
    const { currentTarget } = event
    const invalidField = currentTarget.querySelector<HTMLElement>(hasTitle ? '[aria-invalid=true]' : 'textarea')
    if (invalidField) invalidField.focus()
    else form.save()
  }

  return (
    <Dialog isOpen onClose={onClose} title="修改任务" className="max-w-2xl">
      <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        <TextAreaField
          label="任务"
          isRequired
          hint="没有另写消息时，就以它提问。"
          error={form.isTitleMissing ? PROJECT_MESSAGES.taskTitle : getError('title')}
          rows={2}
          value={draft.title}
          onChange={(title) => change({ title })}
        />
        <TextListField
          label="消息"
          itemName="消息"
          hint="在同一段对话中依次发送，可以用{{名称}}代入变量。"
          values={draft.turns}
          max={TASKS.turns}
          maxLength={TEXT.long}
          getError={(index) => getError(`turns.${index}`)}
          onChange={(turns) => change({ turns })}
        />
        <TextAreaField
          label="验收标准"
          hint="怎样算通过，由执行的人判定。"
          rows={2}
          value={draft.acceptance}
          onChange={(acceptance) => change({ acceptance })}
        />
        <ChecksField
          checks={draft.checks}
          getError={(path) => getError(path === '' ? 'checks' : `checks.${path}`)}
          onChange={(checks) => change({ checks })}
        />
        {draft.checks.length > 0 && (
          <FormField label="通过线" hint="检查按权重得0至1分，达到通过线即通过。" isRequired>
            {(control) => (
              <NumberInput
                {...control}
                max={1}
                value={draft.threshold}
                onChange={(threshold) => change({ threshold })}
              />
            )}
          </FormField>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="对应准则"
            hint="通过率会成为该准则的建议分。"
            value={draft.criterion ?? ''}
            options={[
              { value: '', label: '不对应准则' },
              ...criteria.map(({ key, title }) => ({ value: key, label: title })),
            ]}
            onChange={(criterion) => change({ criterion: criterion || null })}
          />
          <FormField label="权重" hint="与对应同一准则的其他任务相比。" isRequired>
            {(control) => (
              <NumberInput
                {...control}
                max={TASKS.weightMax}
                value={draft.weight}
                onChange={(weight) => change({ weight })}
              />
            )}
          </FormField>
        </div>
        <TaskDetails draft={draft} getError={getError} change={change} />
        <TaskTryPanel project={project.data} task={draft} />
        {theirs && <ConflictAlert theirs={theirs} />}
        <FormError>{form.failure}</FormError>
        <Button type="submit" isBusy={isSaving} className="w-full">
          {isSaving ? '保存中……' : '保存'}
        </Button>
      </form>
    </Dialog>
  )
}

const ConflictAlert = ({ theirs }: { theirs: Task }) => (
  <p role="alert" className="rounded-lg border border-danger p-3 text-sm break-words">
    这项任务刚在别处改为：“{theirs.title}”<span>{theirs.acceptance && `，验收：${theirs.acceptance}`}</span>
    ，权重{theirs.weight}。再次保存将以您填写的为准。
  </p>
)
