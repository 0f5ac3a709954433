import { useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { TaskImport } from '#contracts/evaluation-projects/task-import.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { upload } from '../../../../shared/upload.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { ImportFilePicker } from '../import-file-picker.tsx'
import { useProjectCache } from '../project-queries.ts'
import { ImportErrors, ImportNotes } from '../remark-list.tsx'
import { useDryRunImport } from '../use-dry-run-import.ts'

type TaskImportDialogProps = { project: ProjectView; onClose: () => void }

/** Imports tasks from a file: offers a template, and shows what the import would do before it is applied. */
export function TaskImportDialog({ project: { id, setup }, onClose }: TaskImportDialogProps) {
  const [candidate, setCandidate] = useState('')
  const taskImport = useTaskImport(id, candidate, onClose)
  const { file, dryRunMutation, importMutation } = taskImport
  const plan = dryRunMutation.isPending ? undefined : dryRunMutation.data

  return (
    <Dialog isOpen onClose={onClose} title="导入任务" className="max-w-3xl">
      <p className="text-muted">
        Excel或CSV只需“任务”一列，其余见模板；也可以用JSONL、promptfoo的YAML、Inspect的日志或数据集。编号相同的任务会被替换，已有的不会重复。
      </p>
      <ImportFilePicker
        template={projectCalls.downloadTaskTemplate}
        projectId={id}
        inputLabel="选择任务文件"
        accept=".csv,.xlsx,.json,.jsonl,.yaml,.yml"
        dryRunImport={taskImport}
      />
      {plan && <TaskImportPlan plan={plan} />}
      {plan && plan.errors.length === 0 && plan.foundTrials > 0 && (
        <div className="mt-4">
          <SelectField
            label="日志中的评分"
            hint={`文件中有${plan.foundTrials}次评分，可以登记为一个候选的试次。`}
            value={candidate}
            options={[
              { value: '', label: '不登记' },
              ...setup.candidates.map(({ key, name }) => ({ value: key, label: `登记为“${name}”的试次` })),
            ]}
            onChange={setCandidate}
          />
        </div>
      )}
      {file && plan && plan.errors.length === 0 && (
        <ImportButton
          count={plan.added + plan.changed}
          hasTrials={candidate !== ''}
          isImporting={importMutation.isPending}
          onImport={() => importMutation.mutate(file)}
        />
      )}
    </Dialog>
  )
}

/** Returns the selected file, its dry run and its import. */
function useTaskImport(projectId: string, candidate: string, onImported: () => void) {
  const cache = useProjectCache()
  const showToast = useToast()
  return useDryRunImport<TaskImport>({
    uploadFile: (mode, file) =>
      upload(projectCalls.importTasks, {
        params: { id: projectId },
        file,
        filename: file.name,
        fields: { mode, ...(candidate !== '' && { candidate }) },
      }),
    onImported({ added, changed, trials }) {
      const parts = [
        `新增${added}个任务`,
        ...(changed > 0 ? [`更改${changed}个`] : []),
        ...(trials > 0 ? [`登记${trials}次试次`] : []),
      ]
      showToast(parts.join('，'), 'success')
      onImported()
      return cache.reload()
    },
  })
}

const OUTCOME_LABELS = { added: '新增', changed: '替换', unchanged: '已有' } as const

/** The result of a dry run: what the import would do, or what is invalid. */
function TaskImportPlan({ plan: { added, changed, unchanged, errors, notes, preview } }: { plan: TaskImport }) {
  if (errors.length > 0)
    return (
      <section aria-label="有误之处">
        <ImportErrors remarks={errors} />
      </section>
    )
  return (
    <section aria-label="将要导入">
      <p role="status" className="font-medium">
        将新增{added}个任务<span>{changed > 0 && `，替换${changed}个`}</span>
        <span>{unchanged > 0 && `；另有${unchanged}个已经在项目中`}</span>。
      </p>
      <ImportNotes remarks={notes} />
      <ul className="mt-2 max-h-72 divide-y divide-line overflow-y-auto border-y border-line text-sm">
        {withKeys(preview, ({ place }) => place).map(({ key, item: { title, messages, checks, outcome } }) => (
          <li key={key} className="flex gap-4 py-2">
            <span className="w-10 shrink-0 text-muted">{OUTCOME_LABELS[outcome]}</span>
            <span className="min-w-0 flex-1 break-words">{title}</span>
            <span className="shrink-0 text-muted tabular-nums">
              {joinWithDots([
                messages > 1 ? `${messages}条消息` : undefined,
                checks > 0 ? `${checks}项检查` : '由人判定',
              ])}
            </span>
          </li>
        ))}
      </ul>
      {added + changed + unchanged > preview.length && (
        <p className="mt-2 text-sm text-muted">只显示前{preview.length}个，其余一并导入。</p>
      )}
    </section>
  )
}

type ImportButtonProps = { count: number; hasTrials: boolean; isImporting: boolean; onImport: () => void }

function ImportButton({ count, hasTrials, isImporting, onImport }: ImportButtonProps) {
  const label = count > 0 ? `导入${count}个任务` : hasTrials ? '登记试次' : '没有要导入的任务'
  return (
    <Button className="mt-5 w-full" isUnavailable={count === 0 && !hasTrials} isBusy={isImporting} onClick={onImport}>
      {isImporting ? '导入中……' : label}
    </Button>
  )
}
