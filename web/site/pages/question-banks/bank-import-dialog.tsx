import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { BankDetails, BankImport, QuestionBank } from '#contracts/question-banks/bank.ts'
import { ownQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { upload } from '../../../shared/upload.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { ImportErrors, ImportNotes } from '../evaluation-projects/remark-list.tsx'
import { useDryRunImport } from '../evaluation-projects/use-dry-run-import.ts'
import { BankFields, BLANK_DETAILS, findGeneralMessage, toDetails } from './bank-fields.tsx'
import { useReloadOwnBanks } from './bank-queries.ts'
import { toDraftKey, useBankDetails } from './use-bank-details.ts'

type BankImportDialogProps = {
  /** The bank that gets a new version; `null` for a new bank. */
  bank: QuestionBank | null
  onClose: () => void
}

/** Imports a file of tasks as a question bank, or as the next version of one, after a dry run. */
export function BankImportDialog({ bank, onClose }: BankImportDialogProps) {
  const [newId] = useState(() => crypto.randomUUID())
  const draft = useBankDetails(
    bank ? { key: toDraftKey(bank), initial: toDetails(bank) } : { key: 'import', initial: BLANK_DETAILS },
  )
  const { details } = draft
  const { file, dryRunMutation, importMutation, selectFile } = useBankImport(bank?.id ?? newId, details, () => {
    draft.clear()
    onClose()
  })
  const plan = dryRunMutation.isPending ? undefined : dryRunMutation.data
  const error = importMutation.error ?? dryRunMutation.error
  return (
    <Dialog isOpen onClose={onClose} title={bank ? `“${bank.title}”的新版本` : '导入题库'} className="max-w-2xl">
      <p className="mb-5 text-muted">
        可以用CSV、Excel、JSONL、promptfoo的YAML，或Inspect的数据集；公开的测试集先转成其中一种，并写明许可与来源。
      </p>
      <div className="space-y-5">
        <BankFields details={details} error={error} onChange={draft.change} />
        <FileButton
          variant={plan ? 'outline' : 'primary'}
          inputLabel="选择任务文件"
          accept=".csv,.xlsx,.json,.jsonl,.yaml,.yml"
          isBusy={dryRunMutation.isPending || importMutation.isPending}
          onSelect={([selected]) => selected && selectFile(selected)}
        >
          <Upload className="size-4" aria-hidden />
          <span>{dryRunMutation.isPending ? '核对中……' : file ? '另选文件' : '选择文件'}</span>
        </FileButton>
        {file && <p className="text-sm break-all text-muted">{file.name}</p>}
        <FormError>{findGeneralMessage(error)}</FormError>
        {plan && <ImportPlan plan={plan} />}
        {file && error && !plan && (
          <Button variant="outline" onClick={() => selectFile(file)}>
            重新核对
          </Button>
        )}
        {file && plan && plan.errors.length === 0 && (
          <Button className="w-full" isBusy={importMutation.isPending} onClick={() => importMutation.mutate(file)}>
            {importMutation.isPending ? '导入中……' : `导入${plan.added}个任务`}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function useBankImport(bankId: string, details: BankDetails, onImported: () => void) {
  const reload = useReloadOwnBanks()
  const showToast = useToast()
  return useDryRunImport<BankImport>({
    uploadFile: (mode, file) =>
      upload(ownQuestionBankCalls.import, {
        params: { bank: bankId },
        file,
        filename: file.name,
        fields: { ...details, mode },
      }),
    onImported({ version }) {
      showToast(`已导入“${details.title}”第${version}版`, 'success')
      onImported()
      return reload()
    },
  })
}

const ImportPlan = ({ plan: { added, errors, notes } }: { plan: BankImport }) => (
  <section aria-label="核对结果">
    {errors.length > 0 ? (
      <ImportErrors remarks={errors} />
    ) : (
      <p role="status" className="font-medium">
        文件中有{added}个任务。
      </p>
    )}
    <ImportNotes remarks={notes} />
  </section>
)
