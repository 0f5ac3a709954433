import { Button } from 'antd'
import { Download, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { FileInput } from '../../components/file-input.tsx'
import { parsePath } from '../../components/json-path.ts'
import { UploadList } from '../../components/upload-list.tsx'
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
  const attachments = (Array.isArray(value) ? value : []).filter(isObject)
  const fileInput = useRef<HTMLInputElement>(null)
  const { uploads, interruptedFiles, add, retry, download, remove } = useAttachments(parsePath(path))
  const confirmRemove = (attachment: JsonObject) =>
    confirm({
      title: `删除附件“${String(attachment.filename ?? '')}”？`,
      content: '删除立即生效，访客将无法再下载。保存过的附件可以从历史版本中取回。',
      okText: '删除',
      isDangerous: true,
      onOk: () => remove(attachment),
    })

  return (
    <FieldFrame path={path} label={field.label} hint="支持PDF、Word、TXT、JPG和PNG文件，可一次选择多个" isGroup>
      {(control) => (
        <>
          {attachments.length === 0 && (
            <p className="rounded-lg border border-dashed border-line px-4 py-3 text-sm text-muted">还没有附件。</p>
          )}
          <ul className="divide-y divide-line">
            {attachments.map((attachment, index) => (
              <AttachmentRow
                key={String(attachment.path ?? index)}
                attachment={attachment}
                onDownload={() => void download(attachment)}
                onRemove={canEdit ? () => confirmRemove(attachment) : undefined}
              />
            ))}
          </ul>
          <UploadList uploads={uploads} />
          {interruptedFiles.length > 0 && (
            <Button type="link" className="px-0" onClick={retry}>
              重新上传中断的{interruptedFiles.length}个文件
            </Button>
          )}
          {canEdit && (
            <Button
              id={control.id}
              icon={<Upload className="size-4" aria-hidden />}
              onClick={() => fileInput.current?.click()}
            >
              上传附件
            </Button>
          )}
          <FileInput ref={fileInput} label="选择附件" accept={ACCEPT} isMultiple onSelect={add} />
        </>
      )}
    </FieldFrame>
  )
}

type AttachmentRowProps = {
  attachment: JsonObject
  onDownload: () => void
  /** Absent without write permission. */
  onRemove: (() => void) | undefined
}

function AttachmentRow({ attachment, onDownload, onRemove }: AttachmentRowProps) {
  const filename = String(attachment.filename ?? '')
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p>{filename}</p>
        <p className="text-sm text-muted">{describeFile(attachment)}</p>
      </div>
      <Button
        type="text"
        aria-label={`下载${filename}`}
        icon={<Download className="size-4" aria-hidden />}
        onClick={onDownload}
      />
      {onRemove && (
        <Button
          type="text"
          aria-label={`删除${filename}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
