import { App, Button } from 'antd'
import { Download } from 'lucide-react'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { TableFormat } from '#contracts/table.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { download } from '../../../calls/download.ts'

/** Downloads the rejected rows with their reasons, in the format of the uploaded file, to be corrected and imported. */
export function RejectedRowsDownload({ run: { catalogue, id, fileName, counts } }: { run: ProductImport }) {
  const { message } = App.useApp()
  const downloadMutation = useMutation({
    mutationFn: () =>
      download(catalogueCalls.exportRejectedRows, {
        params: { catalogue, importId: id },
        query: { format: findFormat(fileName) },
      }),
    onError: (error) => void message.error(toErrorMessage(error, PRODUCT_TABLE_MESSAGES.rejectedRowsFailed)),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon={<Download className="size-4" aria-hidden />}
        loading={downloadMutation.isPending}
        onClick={() => downloadMutation.mutate()}
      >
        下载被拒绝的{counts.reject}行
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
