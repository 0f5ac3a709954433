import { Select } from 'antd'
import { useId } from 'react'
import type { ImportSummary } from '#contracts/products/product-table.ts'

/** Which sheet and which heading row an import reads; `undefined` is found by the headings. */
export type TableChoice = { sheet?: string | undefined; headingRow?: number | undefined }

type TableChoiceFormProps = {
  layout: NonNullable<ImportSummary['layout']>
  /** Repeats the dry run. */
  onApply: (choice: TableChoice) => void
}

/** Shows which sheet and heading row were read, and lets the user choose others. */
export function TableChoiceForm({ layout, onApply }: TableChoiceFormProps) {
  const id = useId()
  const { sheets, sheet, headingRow, firstRows } = layout
  const headingOptions = firstRows.map(({ row, text }) => ({ value: row, label: `第${row}行：${text}` }))
  return (
    <section className="panel px-4 py-3" aria-labelledby={id}>
      <h2 id={id} className="text-base">
        读取的表格
      </h2>
      <p className="pb-2 text-sm text-muted">读错了可以改选，会重新核对一次。</p>
      <div className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2">
        {sheets.length > 1 && (
          <div className="flex items-center gap-3">
            <label htmlFor={`${id}-sheet`} className="w-20 shrink-0">
              工作表
            </label>
            <Select<string>
              id={`${id}-sheet`}
              className="min-w-0 flex-1"
              value={sheet}
              options={sheets.map(({ name, isHidden }) => ({
                value: name,
                label: isHidden ? `${name}（隐藏）` : name,
              }))}
              onChange={(value: string) => onApply({ sheet: value })}
            />
          </div>
        )}
        <div className="flex items-center gap-3">
          <label htmlFor={`${id}-row`} className="w-20 shrink-0">
            表头所在行
          </label>
          <Select<number>
            id={`${id}-row`}
            className="min-w-0 flex-1"
            value={headingRow}
            options={headingOptions}
            onChange={(value: number) => onApply({ headingRow: value, ...(sheets.length > 0 && { sheet }) })}
          />
        </div>
      </div>
    </section>
  )
}
