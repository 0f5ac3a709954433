import { App, Button, Dropdown } from 'antd'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import type { Call } from '#contracts/call.ts'
import { TABLE_FORMAT_LABELS, type TableFormat } from '#contracts/table.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { download } from '../calls/download.ts'

type ExportButtonProps = {
  call: Pick<Call, 'method' | 'path'>
  params?: Readonly<Record<string, string>>
  /** The current filters; the page is ignored. */
  queryString: string
  formats: readonly TableFormat[]
  /** The error message if the server sent none. */
  errorMessage: string
}

/** Exports the filtered items in the chosen format. A running export can be cancelled. */
export function ExportButton({ call, params, queryString, formats, errorMessage }: ExportButtonProps) {
  const { message } = App.useApp()
  const abortController = useRef<AbortController>(undefined)
  const exportMutation = useMutation({
    mutationFn(format: TableFormat) {
      abortController.current = new AbortController()
      const { page: _, ...filters } = Object.fromEntries(new URLSearchParams(queryString))
      return download(call, { params, query: { ...filters, format }, signal: abortController.current.signal })
    },
    onSuccess: () => void message.success('已导出'),
    onError(error) {
      if (!abortController.current?.signal.aborted) message.error(toErrorMessage(error, errorMessage))
    },
  })
  if (exportMutation.isPending)
    return <Button onClick={() => abortController.current?.abort()}>正在导出，点击取消</Button>
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: formats.map((format) => ({ key: format, label: `导出为${TABLE_FORMAT_LABELS[format]}` })),
        onClick: ({ key }) => {
          const format = formats.find((item) => item === key)
          if (format) exportMutation.mutate(format)
        },
      }}
    >
      <Button icon={<Download className="size-4" aria-hidden />}>导出</Button>
    </Dropdown>
  )
}
