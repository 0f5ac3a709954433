import { FileText, ImagePlus, Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { SCREENSHOT } from '#contracts/limits.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { formatSize } from '../../../shared/formats.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FileButton } from '../../components/file-button.tsx'
import { FieldError, FieldNotice } from '../../components/form-field.tsx'
import { getPartId, useReason } from './reasons.tsx'
import { type FileFieldConfig, type FormFile, useFiles } from './use-files.ts'

type FileFieldProps = {
  part: 'files' | 'screenshots'
  label: string
  config: FileFieldConfig
  accept: string | undefined
  hint: string
  onChange: (files: readonly FormFile[]) => void
}

/** A field for files; images have captions. */
export function FileField({ part, label, config, accept, hint, onChange }: FileFieldProps) {
  const { files, add, remove, describe, errors } = useFiles(config, onChange)
  const selectButton = useRef<HTMLButtonElement>(null)
  const id = getPartId(part)
  const reason = useReason(part)
  const ButtonIcon = config.getCaption ? ImagePlus : Paperclip
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        {label}
        <span className="font-normal text-muted">（选填）</span>
      </p>
      <FieldNotice id={`${id}-notice`}>{reason}</FieldNotice>
      <FileButton
        id={id}
        ref={selectButton}
        variant="outline"
        inputLabel={`选择${label}`}
        accept={accept}
        isMultiple
        aria-describedby={`${id}-label ${reason ? `${id}-notice ` : ''}${id}-hint`}
        onSelect={add}
      >
        <ButtonIcon className="size-4" aria-hidden />
        <span>{config.getCaption ? '选择图片' : '选择文件'}</span>
      </FileButton>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
      {files.length > 0 && (
        <ul aria-label={label} className="mt-3 divide-y divide-line rounded-lg border border-line">
          {files.map((file) => (
            <FileEntry
              key={file.id}
              file={file}
              onDescribe={(caption) => describe(file.id, caption)}
              onRemove={() => {
                remove(file.id)
                // The pressed button is removed with its file.
                selectButton.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {withKeys(errors, (error) => error).map(({ key, item }) => (
        <FieldError key={key}>{item}</FieldError>
      ))}
    </div>
  )
}

type FileEntryProps = { file: FormFile; onDescribe: (caption: string) => void; onRemove: () => void }

const FileEntry = ({ file, onDescribe, onRemove }: FileEntryProps) => (
  <li className="flex items-center gap-3 py-1 pr-1 pl-3">
    <FileText className="size-5 shrink-0 text-muted" aria-hidden />
    <span className="min-w-0 flex-1">
      <span className="block wrap-anywhere">{file.name}</span>
      {file.key === undefined ? (
        <progress className="block h-1.5 w-full" value={file.progress} max={1} aria-label={`${file.name}的上传进度`} />
      ) : (
        <span className="text-sm text-muted">{formatSize(file.size)}</span>
      )}
      {file.caption !== undefined && <Caption name={file.name} caption={file.caption} onChange={onDescribe} />}
    </span>
    <button
      type="button"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:text-danger"
      aria-label={file.key === undefined ? `取消上传${file.name}` : `删除${file.name}`}
      onClick={onRemove}
    >
      <X className="size-5" aria-hidden />
    </button>
  </li>
)

type CaptionProps = { name: string; caption: string; onChange: (caption: string) => void }

function Caption({ name, caption, onChange }: CaptionProps) {
  const isMissing = caption.trim() === ''
  return (
    <span className="block pb-2">
      <input
        className={`${CONTROL_CLASS} mt-1`}
        aria-label={`${name}的说明`}
        aria-invalid={isMissing}
        maxLength={SCREENSHOT.captionLength}
        placeholder="图中是什么，如“工作流画布”"
        value={caption}
        onChange={(event) => onChange(event.target.value)}
      />
      {isMissing && (
        <span role="alert" className="text-sm text-danger">
          {SCREENSHOT_MESSAGES.caption}
        </span>
      )}
    </span>
  )
}
