import { Pencil, Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { TEXT } from '#contracts/limits.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { createStoredValue } from '../../../stored-value.ts'
import { TextAreaField } from '../controlled-fields.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { appendTasks } from './append-tasks.ts'
import { TaskDialog } from './task-dialog.tsx'
import { type Undo, UndoNotice } from './undo-notice.tsx'
import { useSaveTasks } from './use-save-tasks.ts'

type NewTasksFieldProps = { projectId: string; saveTasks: ReturnType<typeof useSaveTasks> }

/** A field to type or paste tasks, one per line. */
function NewTasksField({ projectId, saveTasks }: NewTasksFieldProps) {
  const [text, setText] = useStoredText(`zhijian.tasks.${projectId}`)

  function addTasks() {
    saveTasks.mutate((latest) => appendTasks(text, latest), {
      // Lines that were typed during the request stay.
      onSuccess: () =>
        setText((current) => (current.startsWith(text) ? current.slice(text.length).trimStart() : current)),
    })
  }

  return (
    <div className="mt-4 space-y-3">
      <TextAreaField
        label="添加任务"
        hint="每行一个；从表格粘贴时，第二列是验收标准。"
        rows={3}
        maxLength={TEXT.long}
        value={text}
        onChange={setText}
      />
      <FormError>{saveTasks.isError && toErrorMessage(saveTasks.error)}</FormError>
      <Button variant="outline" isBusy={saveTasks.isPending} isUnavailable={text.trim() === ''} onClick={addTasks}>
        <Plus className="size-4" aria-hidden />
        添加
      </Button>
    </div>
  )
}

/** Returns a typed text that survives a reload of the tab, and a function that sets it. */
function useStoredText(key: string) {
  const [storage] = useState(() => createStoredValue<unknown>(key, DAY_MS, () => sessionStorage))
  const [text, setText] = useState(() => {
    const stored = storage.read()
    return typeof stored === 'string' ? stored : ''
  })
  useEffect(() => {
    if (text === '') storage.clear()
    else storage.write(text)
  }, [storage, text])
  return [text, setText] as const
}

/** The tasks with their criteria, and a field to type or paste more. */
export function TasksCard({ project, isFinal }: { project: LoadedProject; isFinal: boolean }) {
  const { tasks, trials, setup } = project.data
  const [editedTask, setEditedTask] = useState<Task | null>(null)
  const [undo, setUndo] = useState<Undo | null>(null)
  const saveTasks = useSaveTasks(project)
  const testedTasks = new Set(trials.map(({ task }) => task))
  const criteria = setup.groups.flatMap((group) => group.criteria)

  function removeTask(task: Task) {
    const index = tasks.indexOf(task)
    const restoreTask = () =>
      saveTasks.mutate((latest) => latest.toSpliced(index, 0, task), { onSuccess: () => setUndo(null) })
    saveTasks.mutate((latest) => latest.filter(({ key }) => key !== task.key), {
      onSuccess: () => setUndo({ text: `已删除任务“${task.title}”`, run: restoreTask }),
    })
  }

  return (
    <section aria-label="测试任务" className="card min-w-0 p-5">
      <h2 className="text-xl">测试任务</h2>
      <p className="mt-1 text-sm text-muted">
        所有候选做同样的任务。对应准则后，通过率按任务权重汇总为该准则的建议分。
      </p>
      {tasks.length === 0 && <p className="mt-4 text-muted">还没有任务，在下面填写或粘贴。</p>}
      <ul className="mt-3 divide-y divide-line">
        {tasks.map((task) => (
          <li key={task.key}>
            <TaskRow
              task={task}
              criterion={criteria.find(({ key }) => key === task.criterion)?.title}
              isFinal={isFinal}
              canRemove={!testedTasks.has(task.key) && !saveTasks.isPending}
              onEdit={() => setEditedTask(task)}
              onRemove={() => removeTask(task)}
            />
          </li>
        ))}
      </ul>
      <UndoNotice undo={undo} />
      {!isFinal && <NewTasksField projectId={project.data.id} saveTasks={saveTasks} />}
      {editedTask && (
        <TaskDialog
          key={editedTask.key}
          project={project}
          task={editedTask}
          criteria={criteria}
          onClose={() => setEditedTask(null)}
        />
      )}
    </section>
  )
}

type TaskRowProps = {
  task: Task
  criterion: string | undefined
  isFinal: boolean
  canRemove: boolean
  onEdit: () => void
  onRemove: () => void
}

const ICON_BUTTON_CLASS =
  'inline-flex size-11 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink disabled:opacity-40'

const TaskRow = ({ task, criterion, isFinal, canRemove, onEdit, onRemove }: TaskRowProps) => (
  <div className="flex items-start justify-between gap-3 py-3">
    <div className="min-w-0">
      <p className="font-medium break-words">{task.title}</p>
      {task.acceptance && <p className="text-sm break-words text-muted">验收：{task.acceptance}</p>}
      <p className="text-sm text-muted tabular-nums">
        {joinWithDots([criterion ? `对应“${criterion}”` : '不对应准则', `权重${formatNumber(task.weight, 2)}`])}
      </p>
    </div>
    {!isFinal && (
      <div className="flex shrink-0">
        <button type="button" className={ICON_BUTTON_CLASS} aria-label={`修改任务：${task.title}`} onClick={onEdit}>
          <Pencil className="size-4" aria-hidden />
        </button>
        <button
          type="button"
          className={ICON_BUTTON_CLASS}
          aria-label={`删除任务：${task.title}`}
          disabled={!canRemove}
          onClick={onRemove}
        >
          <X className="size-4" aria-hidden />
        </button>
      </div>
    )}
  </div>
)
