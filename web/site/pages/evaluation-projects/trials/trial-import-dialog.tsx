import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { TrialImport } from '#contracts/evaluation-projects/trial.ts'
import { formatAmount, formatCost } from '#contracts/rules/evaluation/format-figures.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { upload } from '../../../../shared/upload.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { ImportFilePicker } from '../import-file-picker.tsx'
import { useProjectCache } from '../project-queries.ts'
import { RemarkList } from '../remark-list.tsx'
import { useDryRunImport } from '../use-dry-run-import.ts'

/** The result of a dry run: what the import would add, or the invalid rows. */
function TrialImportPlan({ plan: { added, known, errors, ignoredColumns, newTasks, preview } }: { plan: TrialImport }) {
  if (errors.length > 0)
    return (
      <section aria-label="有误的行">
        <p role="alert" className="font-medium">
          有{errors.length}行需要改正，还没有登记任何试次。改好表格后重新选择文件。
        </p>
        <RemarkList remarks={errors.map(({ row, message }) => ({ place: `第${row}行`, message }))} />
      </section>
    )
  return (
    <section aria-label="将要导入">
      <p role="status" className="font-medium">
        将登记{added}次试次<span>{known > 0 && `；另有${known}行此前已经登记，不再重复`}</span>。
      </p>
      {ignoredColumns.length > 0 && (
        <p className="mt-1 break-words">不认识的列，没有导入：{ignoredColumns.join('、')}。</p>
      )}
      {newTasks.length > 0 && <p className="mt-1 break-words">新建任务：{newTasks.join('、')}。</p>}
      <ul className="mt-2 max-h-72 divide-y divide-line overflow-y-auto border-y border-line text-sm">
        {preview.map(({ row, task, candidate, isPassed, seconds, cost, runner, note }) => (
          <li key={row} className="flex gap-4 py-2">
            <span className="w-16 shrink-0 text-muted tabular-nums">第{row}行</span>
            <span className="min-w-0 break-words tabular-nums">
              <span className="font-medium">{candidate}</span>，{task}，
              {joinWithDots([
                isPassed ? '通过' : '未通过',
                seconds === null ? undefined : `${formatAmount(seconds)}秒`,
                cost === null ? undefined : `费用${formatCost(cost)}`,
                runner,
                note,
              ])}
            </span>
          </li>
        ))}
      </ul>
      {added + known > preview.length && (
        <p className="mt-2 text-sm text-muted">只显示前{preview.length}行，其余一并导入。</p>
      )}
    </section>
  )
}

type TrialImportDialogProps = { project: Pick<ProjectView, 'id'>; isOpen: boolean; onClose: () => void }

/** Imports trials from a table: offers a template, and validates all rows in a dry run before the import. */
export function TrialImportDialog({ project: { id }, isOpen, onClose }: TrialImportDialogProps) {
  const trialImport = useTrialImport(id, close)
  const { file, dryRunMutation, importMutation, reset } = trialImport
  const plan: TrialImport | undefined = dryRunMutation.data

  function close() {
    reset()
    onClose()
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title="导入试次" className="max-w-3xl">
      <p className="text-muted">
        表格需有“任务”“候选”“是否通过”三列，“秒”“费用”“备注”“执行人”可以不填，费用以元计。候选按名称对应；项目中没有的任务会一并建立。
      </p>
      <ImportFilePicker
        template={projectCalls.downloadTrialTemplate}
        projectId={id}
        inputLabel="选择试次表格"
        accept=".csv,.xlsx"
        dryRunImport={trialImport}
      />
      {plan && !dryRunMutation.isPending && <TrialImportPlan plan={plan} />}
      {file && plan && plan.errors.length === 0 && (
        <ImportButton
          added={plan.added}
          isImporting={importMutation.isPending}
          onImport={() => importMutation.mutate(file)}
        />
      )}
    </Dialog>
  )
}

/** Returns the selected table, its dry run and its import. */
function useTrialImport(projectId: string, onImported: () => void) {
  const cache = useProjectCache()
  const showToast = useToast()
  return useDryRunImport<TrialImport>({
    uploadFile: (mode, file) =>
      upload(projectCalls.importTrials, {
        params: { id: projectId },
        file,
        filename: file.name,
        fields: { mode },
      }),
    onImported({ added }) {
      showToast(`已登记${added}次试次`, 'success')
      onImported()
      return cache.reload()
    },
  })
}

type ImportButtonProps = { added: number; isImporting: boolean; onImport: () => void }

function ImportButton({ added, isImporting, onImport }: ImportButtonProps) {
  const label = added > 0 ? `导入${added}次试次` : '没有要导入的试次'
  return (
    <Button className="mt-5 w-full" isUnavailable={added === 0} isBusy={isImporting} onClick={onImport}>
      {isImporting ? '导入中……' : label}
    </Button>
  )
}
