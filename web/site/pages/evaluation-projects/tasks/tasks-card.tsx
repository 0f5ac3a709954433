import { Download, Library, Plus, Save, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { TASK_FORMAT_LABELS, TASK_FORMATS, type TaskFormat } from '#contracts/evaluation-projects/task-formats.ts'
import { TEXT } from '#contracts/limits.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { download } from '../../../../shared/download.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormError } from '../../../components/text-field.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { createStoredValue } from '../../../stored-value.ts'
import { TextAreaField } from '../controlled-fields.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { type Undo, UndoNotice } from '../trials/undo-notice.tsx'
import { AddFromBankDialog } from './add-from-bank-dialog.tsx'
import { appendTasks, duplicateTask, moveTask } from './change-tasks.ts'
import { SaveBankDialog } from './save-bank-dialog.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { TaskImportDialog } from './task-import-dialog.tsx'
import { TaskRow } from './task-row.tsx'
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

/** The number of tasks that are added to the list at a time. */
const PAGE_SIZE = 50

/** The tasks, and ways to add more: typed or pasted line by line, or imported. */
export function TasksCard({ project, isFinal }: { project: LoadedProject; isFinal: boolean }) {
  const { id, tasks, setup } = project.data
  const [editedTask, setEditedTask] = useState<Task | null>(null)
  const [openDialog, setOpenDialog] = useState<'bank' | 'import' | 'save' | null>(null)
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const { saveTasks, undo, remove, duplicate, move } = useTaskActions(project)
  const testedTasks = new Set(project.data.trials.map(({ task }) => task))
  const criteria = setup.groups.flatMap((group) => group.criteria)

  return (
    <section aria-label="测试任务" className="card min-w-0 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">
          测试任务<span className="tabular-nums">{tasks.length > 0 && `（${tasks.length}）`}</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          {!isFinal && (
            <>
              <Button variant="outline" onClick={() => setOpenDialog('bank')}>
                <Library className="size-4" aria-hidden />
                从题库添加
              </Button>
              <Button variant="outline" onClick={() => setOpenDialog('import')}>
                <Upload className="size-4" aria-hidden />
                导入任务
              </Button>
            </>
          )}
          {tasks.length > 0 && (
            <>
              <Button variant="outline" onClick={() => setOpenDialog('save')}>
                <Save className="size-4" aria-hidden />
                存为题库
              </Button>
              <TaskExport projectId={id} />
            </>
          )}
        </div>
      </div>
      <p className="mt-2 text-sm text-muted">
        所有候选做同样的任务。对应准则后，通过率按任务权重汇总为该准则的建议分。
      </p>
      {tasks.length === 0 && (
        <p className="mt-4 text-muted">还没有任务：从题库添加，在下面填写或粘贴，或者导入现成的题目。</p>
      )}
      <ol className="mt-3 divide-y divide-line">
        {tasks.slice(0, visibleCount).map((task, index) => (
          <li key={task.key}>
            <TaskRow
              task={task}
              criterion={criteria.find(({ key }) => key === task.criterion)?.title}
              isFinal={isFinal}
              isBusy={saveTasks.isPending}
              canRemove={!testedTasks.has(task.key)}
              isFirst={index === 0}
              isLast={index === tasks.length - 1}
              onEdit={() => setEditedTask(task)}
              onDuplicate={() => duplicate(task)}
              onMove={(offset) => move(task, offset)}
              onRemove={() => remove(task)}
            />
          </li>
        ))}
      </ol>
      {tasks.length > visibleCount && (
        <Button variant="outline" className="mt-3" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
          再显示{Math.min(PAGE_SIZE, tasks.length - visibleCount)}个
        </Button>
      )}
      <UndoNotice undo={undo} />
      {!isFinal && <NewTasksField projectId={id} saveTasks={saveTasks} />}
      {editedTask && (
        <TaskDialog
          key={editedTask.key}
          project={project}
          task={editedTask}
          criteria={criteria}
          onClose={() => setEditedTask(null)}
        />
      )}
      {openDialog === 'bank' && <AddFromBankDialog projectId={id} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'import' && <TaskImportDialog project={project.data} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'save' && <SaveBankDialog project={project.data} onClose={() => setOpenDialog(null)} />}
    </section>
  )
}

/** Returns functions that change the list of tasks, and the way to undo the last removal. */
function useTaskActions(project: LoadedProject) {
  const [undo, setUndo] = useState<Undo | null>(null)
  const saveTasks = useSaveTasks(project)
  return {
    saveTasks,
    undo,

    remove(task: Task) {
      const index = project.data.tasks.indexOf(task)
      const restoreTask = () =>
        saveTasks.mutate((latest) => latest.toSpliced(index, 0, task), { onSuccess: () => setUndo(null) })
      saveTasks.mutate((latest) => latest.filter(({ key }) => key !== task.key), {
        onSuccess: () => setUndo({ text: `已删除任务“${task.title}”`, run: restoreTask }),
      })
    },

    duplicate: (task: Task) => saveTasks.mutate((latest) => duplicateTask(latest, task)),

    move: (task: Task, offset: -1 | 1) => saveTasks.mutate((latest) => moveTask(latest, task.key, offset)),
  }
}

/** Downloads all tasks in a chosen format. */
function TaskExport({ projectId }: { projectId: string }) {
  const [format, setFormat] = useState<TaskFormat>('xlsx')
  const exportMutation = useDownload(() =>
    download(projectCalls.exportTasks, { params: { id: projectId }, query: { format } }),
  )
  return (
    <div className="flex gap-2">
      <select
        aria-label="导出格式"
        className={`${CONTROL_CLASS} w-auto max-w-44 pr-9`}
        value={format}
        onChange={({ target }) => setFormat(TASK_FORMATS.find((item) => item === target.value) ?? 'xlsx')}
      >
        {TASK_FORMATS.map((item) => (
          <option key={item} value={item}>
            {TASK_FORMAT_LABELS[item]}
          </option>
        ))}
      </select>
      <Button variant="outline" isBusy={exportMutation.isPending} onClick={() => exportMutation.mutate()}>
        <Download className="size-4" aria-hidden />
        导出
      </Button>
    </div>
  )
}
