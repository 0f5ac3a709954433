import { Download, Upload } from 'lucide-react'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { download } from '../../../shared/download.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { FormError } from '../../components/text-field.tsx'
import type { DryRunImport } from './use-dry-run-import.ts'

type ImportFilePickerProps = {
  template: Parameters<typeof download>[0]
  projectId: string
  /** The accessible name of the file input. */
  inputLabel: string
  accept: string
  dryRunImport: DryRunImport
}

/** The first step of an import: its template, the file, and why it can't be read. */
export function ImportFilePicker({ template, projectId, inputLabel, accept, dryRunImport }: ImportFilePickerProps) {
  const { file, dryRunMutation, importMutation, selectFile } = dryRunImport
  const templateMutation = useMutation({ mutationFn: () => download(template, { params: { id: projectId } }) })
  const error = importMutation.error ?? dryRunMutation.error ?? templateMutation.error
  const selectLabel = file ? '另选文件' : '选择文件'
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" isBusy={templateMutation.isPending} onClick={() => templateMutation.mutate()}>
          <Download className="size-4" aria-hidden />
          下载模板
        </Button>
        <FileButton
          variant={dryRunMutation.data ? 'outline' : 'primary'}
          inputLabel={inputLabel}
          accept={accept}
          isBusy={dryRunMutation.isPending || importMutation.isPending}
          onSelect={([selected]) => selected && selectFile(selected)}
        >
          <Upload className="size-4" aria-hidden />
          <span>{dryRunMutation.isPending ? '核对中……' : selectLabel}</span>
        </FileButton>
      </div>
      {file && <p className="mt-3 text-sm break-all text-muted">{file.name}</p>}
      <div className="mt-3">
        <FormError>{error && toErrorMessage(error)}</FormError>
      </div>
    </>
  )
}
