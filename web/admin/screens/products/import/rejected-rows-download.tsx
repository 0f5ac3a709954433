import { App, Button } from 'antd'
import { Download } from 'lucide-react'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { downloadRejectedRows, type ImportRequest } from '../catalogue-calls.ts'

type RejectedRowsDownloadProps = { catalogue: Catalogue; request: ImportRequest; count: number }

/** Downloads the rejected rows with their reasons, in the format of the file, to be corrected and imported. */
export function RejectedRowsDownload({ catalogue, request, count }: RejectedRowsDownloadProps) {
  const { message } = App.useApp()
  const downloadMutation = useMutation({
    mutationFn: () => downloadRejectedRows(catalogue, request, findFormat(request.file.name)),
    onError: (error) => void message.error(toErrorMessage(error, PRODUCT_TABLE_MESSAGES.rejectedRowsFailed)),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon={<Download className="size-4" aria-hidden />}
        loading={downloadMutation.isPending}
        onClick={() => downloadMutation.mutate()}
      >
        下载被拒绝的{count}行
      </Button>
      <p className="text-sm text-muted">附有行号和原因；在下载的表格里改好，可以直接再导入。</p>
    </div>
  )
}

function findFormat(fileName: string): TableFormat {
  const name = fileName.toLowerCase()
  if (name.endsWith('.json')) return 'json'
  return name.endsWith('.xlsx') ? 'xlsx' : 'csv'
}
