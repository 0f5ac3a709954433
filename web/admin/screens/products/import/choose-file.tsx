import { Button, Radio } from 'antd'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { IMPORT, MB } from '#contracts/limits.ts'
import { PRODUCT_FIELD_LIST, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { KNOWN_PRODUCTS, type KnownProducts } from '#contracts/products/product-table.ts'
import { findFixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { formatSize } from '../../../../shared/formats.ts'
import { FileInput } from '../../../components/file-input.tsx'
import type { ImportState } from './use-import.ts'

const ACCEPT = '.csv,.tsv,.txt,.xlsx,.json'
const KNOWN_PRODUCTS_LABELS: Record<KnownProducts, string> = {
  update: '更新：用表里的内容改写，空单元格不动',
  skip: '跳过：只新建目录里没有的',
}
/** The labels of the columns that a table may have. Reviews can only be imported as JSON. */
const COLUMN_LABELS = PRODUCT_FIELD_LIST.map((field) => PRODUCT_FIELDS[field])
  .filter(({ type }) => type !== 'reviews')
  .map(({ label }) => label)

/** The first step: selects the file, and how existing products are handled. */
export function ChooseFile({ importState, catalogue }: { importState: ImportState; catalogue: Catalogue }) {
  const labelId = useId()
  const fixedChoices = findFixedChoices(catalogue)
  return (
    <div className="flex flex-col gap-5">
      <DropZone file={importState.file} onSelect={importState.selectFile} />
      <div className="flex flex-col gap-1">
        <p id={labelId}>目录里已有的产品</p>
        <Radio.Group
          aria-labelledby={labelId}
          className="flex flex-col"
          value={importState.knownProducts}
          onChange={(event) => importState.setKnownProducts(event.target.value)}
          options={KNOWN_PRODUCTS.map((value) => ({
            value,
            label: KNOWN_PRODUCTS_LABELS[value],
            className: 'min-h-11 items-center',
          }))}
        />
      </div>
      <section className="rounded-lg bg-sunken px-4 py-3 text-sm">
        <h2 className="text-base">表格怎么写</h2>
        <ul className="list-disc pl-5 text-muted">
          <li>有一行表头，“名称”必填，其余的列可有可无：{COLUMN_LABELS.join('、')}。</li>
          <li>目标用户、核心能力等列表，在一个单元格里每行写一项，或用顿号、逗号、分号隔开。</li>
          <li>技术规格每行写一条，如“接口：REST”；“上架”写“是”或“否”。</li>
          {fixedChoices && <li>{PRODUCT_MESSAGES.fixedChoices(fixedChoices.category, fixedChoices.price)}</li>}
          <li>表格里显示的是什么，就导入什么；合并的单元格按左上角的内容填入下面的行。</li>
          <li>先从目录导出一份，在上面改好再导入，最省事。</li>
        </ul>
      </section>
    </div>
  )
}

type DropZoneProps = { file: File | null; onSelect: (file: File | null) => void }

function DropZone({ file, onSelect }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsDraggedOver(false)
    const [droppedFile] = event.dataTransfer.files
    if (droppedFile) onSelect(droppedFile)
  }
  return (
    <section
      aria-label="选择文件"
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={handleDrop}
      className={`flex flex-col items-center gap-3 rounded-xl border border-dashed px-4 py-8 text-center ${
        isDraggedOver ? 'border-indigo bg-indigo-tint' : 'border-line'
      }`}
    >
      <FileSpreadsheet className="size-8 text-muted" aria-hidden />
      <p aria-live="polite" className="max-w-full break-words">
        {file ? (
          <>
            <span className="font-semibold">{file.name}</span>
            <span className="text-muted">（{formatSize(file.size)}）</span>
          </>
        ) : (
          '把文件拖到这里，或'
        )}
      </p>
      <Button onClick={() => input.current?.click()}>{file ? '换一个文件' : '选择文件'}</Button>
      <p className="text-sm text-muted">
        CSV、XLSX或JSON，不超过{IMPORT.bytes / MB}MB，最多{IMPORT.rows / 10_000}万行
      </p>
      <FileInput
        ref={input}
        label="选择要导入的文件"
        accept={ACCEPT}
        onSelect={([selectedFile]) => onSelect(selectedFile ?? file)}
      />
    </section>
  )
}
