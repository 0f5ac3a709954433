import { Button, Progress } from 'antd'
import { Download, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { parsePath } from '../../components/json-path.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useEditor, useValueAt } from '../editor-context.tsx'
import { describeFile } from '../form/describe-value.ts'
import type { FieldOf } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useAttachments } from './use-attachments.ts'

const ACCEPT = '.pdf,.doc,.docx,.txt,.jpg,.png'

/** Files for visitors to download: upload several at once, download, delete. */
export function AttachmentsField({ field, path }: { field: FieldOf<'attachments'>; path: string }) {
  const { canEdit } = useEditor()
  const confirm = useConfirm()
  const value = useValueAt(path)
  const items = (Array.isArray(value) ? value : []).filter(isObject)
  const fileInput = useRef<HTMLInputElement>(null)
  const files = useAttachments(parsePath(path))
  const confirmRemove = (item: JsonObject) =>
    confirm({
      title: `删除附件“${String(item.filename ?? '')}”？`,
      content: '删除立即生效，访客将无法再下载。保存过的附件可以从历史版本中取回。',
      okText: '删除',
      isDangerous: true,
      onOk: () => files.remove(item),
    })

  return (
    <FieldFrame path={path} label={field.label} hint="支持 PDF、Word、TXT、JPG 和 PNG 文件，可一次选择多个" isGroup>
      {(control) => (
        <>
          {items.length === 0 && (
            <p className="rounded-lg border border-dashed border-line px-4 py-3 text-sm text-muted">还没有附件。</p>
          )}
          <ul className="divide-y divide-line">
            {items.map((item, index) => (
              <li key={String(item.path ?? index)} className="flex flex-wrap items-center gap-2 py-2">
                <div className="min-w-0 flex-1">
                  <p>{String(item.filename ?? '')}</p>
                  <p className="text-sm text-muted">{describeFile(item)}</p>
                </div>
                <Button
                  type="text"
                  aria-label={`下载${String(item.filename ?? '')}`}
                  icon={<Download className="size-4" aria-hidden />}
                  onClick={() => void files.download(item)}
                />
                {canEdit && (
                  <Button
                    type="text"
                    aria-label={`删除${String(item.filename ?? '')}`}
                    icon={<Trash2 className="size-4" aria-hidden />}
                    onClick={() => confirmRemove(item)}
                  />
                )}
              </li>
            ))}
          </ul>
          {files.uploads.map(({ key, name, progress }) => (
            <div key={key} className="py-1 text-sm">
              {name}
              <Progress percent={Math.round(progress * 100)} size="small" aria-label={`${name}的上传进度`} />
            </div>
          ))}
          {files.error && (
            <p role="alert" className="py-1 text-sm text-danger">
              {files.error}
            </p>
          )}
          {canEdit && (
            <span className="flex flex-wrap gap-2">
              <Button
                id={control.id}
                icon={<Upload className="size-4" aria-hidden />}
                disabled={files.uploads.length > 0}
                onClick={() => fileInput.current?.click()}
              >
                {files.uploads.length > 0 ? '正在上传...' : '上传附件'}
              </Button>
              {files.uploads.length > 0 && <Button onClick={files.cancel}>取消上传</Button>}
            </span>
          )}
          <input
            ref={fileInput}
            type="file"
            hidden
            multiple
            accept={ACCEPT}
            aria-label="选择附件"
            onChange={(event) => {
              void files.add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </>
      )}
    </FieldFrame>
  )
}
