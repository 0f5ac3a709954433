import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Input, Modal } from 'antd'
import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { LOGO_TYPES } from '#contracts/branding/branding.ts'
import { TEXT } from '#contracts/limits.ts'
import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import { type MediaFile, OBSTACLE_LABELS } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import type { ReplacementReport } from '#contracts/media-library/replacement.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { REPLACING_KINDS } from '#contracts/rules/replaceable-media.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { IMAGE_ACCEPT } from '../../components/check-image.ts'
import { FileInput } from '../../components/file-input.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { UploadList } from '../../components/upload-list.tsx'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { ChooseMediaButton, type ChosenPicture } from '../../media/choose-media-button.tsx'
import { ReplacementResults } from './replacement-results.tsx'
import { UseList, usesQueryOf } from './use-list.tsx'
import { type ReplacementPicture, useReplacementPicture } from './use-replacement-picture.ts'

type ReplaceDialogProps = { file: MediaFile; onReplaced: () => unknown; onClose: () => void }

/** Replaces a picture by another wherever it is used now: first shows where, then what came of each place. */
export function ReplaceDialog({ file, onReplaced, onClose }: ReplaceDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const client = useQueryClient()
  const { picture, uploads, uploadPicture, choosePicture } = useReplacementPicture(file)
  const [name, setName] = useState(file.name)
  const [altText, setAltText] = useState(file.altText)
  const [report, setReport] = useState<ReplacementReport>()
  const uses = useQuery(usesQueryOf(file)).data ?? []
  const replaceable = uses.filter(({ obstacle }) => obstacle === null)
  useTrackOpenChoice(picture !== undefined && report === undefined)
  const replaceMutation = useMutation({
    async mutationFn({ url, isUploaded, ids }: ReplacementPicture & { ids: readonly string[] }) {
      const details = isUploaded ? { name: name.trim(), altText: altText.trim() } : {}
      return callAdmin(mediaLibraryCalls.replace, {
        body: { url: file.url, newUrl: url, uses: [...ids], ...details },
      })
    },
    onSuccess(reply) {
      setReport((before) => mergeReports(before, reply.data))
      if (reply.data.uses.every(({ outcome }) => outcome === 'replaced')) void message.success(reply.message)
    },
    onError: (error) => void message.error(describeActionError(error, MEDIA_MESSAGES.replaceFailed)),
    async onSettled() {
      await onReplaced()
      await invalidate(client, mediaLibraryCalls.listUses)
    },
  })
  const failed = report?.uses.filter(({ outcome }) => outcome === 'failed') ?? []
  const ids = (report ? failed : replaceable).map(({ id }) => id)

  return (
    <Modal
      open
      title={`替换“${file.name}”`}
      width={720}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{report ? '完成' : '取消'}</Button>
          {ids.length > 0 && (
            <Button
              type={report ? 'default' : 'primary'}
              loading={replaceMutation.isPending}
              {...getUnavailableProps(picture === undefined || name.trim() === '')}
              onClick={() => picture && replaceMutation.mutate({ ...picture, ids })}
            >
              {report ? `再试${ids.length}处` : `替换${ids.length}处`}
            </Button>
          )}
        </div>
      }
    >
      {report ? (
        <ReplacementResults report={report} />
      ) : (
        <>
          <p className="pb-3 text-sm text-muted">
            新图片会写入下面各处，各自保存一个新版本；历史版本保留原图，原图仍在媒体库中。
          </p>
          <Pictures file={file} picture={picture} />
          <PictureActions
            file={file}
            isUploading={uploads.running.length > 0}
            onSelect={uploadPicture}
            onChoose={choosePicture}
          />
          <UploadList uploads={uploads} />
          {picture && <PictureWarnings file={file} picture={picture} />}
          {picture?.isUploaded && (
            <div className="grid gap-3 pb-5 md:grid-cols-2">
              <TextField label="文件名" value={name} onChange={setName} />
              <TextField label="图片说明" value={altText} onChange={setAltText} />
            </div>
          )}
          <UseList
            file={file}
            title="会改动的地方"
            renderNote={({ obstacle }) => (
              <span className={`text-sm ${obstacle === null ? 'tone-green text-tone' : 'text-muted'}`}>
                {obstacle === null ? '将替换' : `不改动：${OBSTACLE_LABELS[obstacle]}`}
              </span>
            )}
          />
          {uses.length > 0 && replaceable.length === 0 && <p className="text-sm text-muted">没有可以替换的地方。</p>}
        </>
      )}
    </Modal>
  )
}

/** Returns the results of all attempts, the last one for each place. */
function mergeReports(before: ReplacementReport | undefined, after: ReplacementReport): ReplacementReport {
  if (!before) return after
  const results = new Map(after.uses.map((use) => [use.id, use]))
  return { ...after, uses: before.uses.map((use) => results.get(use.id) ?? use) }
}

/** The former picture beside the new one. */
const Pictures = ({ file, picture }: { file: MediaFile; picture: ReplacementPicture | undefined }) => (
  <div className="grid grid-cols-2 gap-3 pb-3">
    <Picture label="原图" url={file.url} size={file} />
    {picture ? (
      <Picture label="新图片" url={picture.url} size={picture} />
    ) : (
      <p className="flex h-40 items-center justify-center rounded-lg border border-dashed border-line px-3 text-center text-sm text-muted">
        请选择新图片
      </p>
    )}
  </div>
)

type PictureProps = { label: string; url: string; size: Pick<MediaFile, 'width' | 'height'> }

const Picture = ({ label, url, size: { width, height } }: PictureProps) => (
  <figure>
    <img src={url} alt={label} className="h-40 w-full rounded-lg border border-line bg-sunken object-contain" />
    <figcaption className="pt-1 text-sm text-muted tabular-nums">
      {width === null || height === null ? label : `${label}，${width}×${height}像素`}
    </figcaption>
  </figure>
)

type PictureActionsProps = {
  file: MediaFile
  isUploading: boolean
  onSelect: (file: File | undefined) => void
  onChoose: (picture: ChosenPicture) => Promise<void>
}

function PictureActions({ file, isUploading, onSelect, onChoose }: PictureActionsProps) {
  const { message } = App.useApp()
  const fileInput = useRef<HTMLInputElement>(null)
  const choose = useExclusive(async (picture: ChosenPicture) => {
    try {
      await onChoose(picture)
    } catch {
      message.error(ADMIN_MESSAGES.imageBroken)
    }
  })
  return (
    <div className="flex flex-wrap gap-2 pb-3">
      <Button
        icon={<Upload className="size-4" aria-hidden />}
        onClick={() => fileInput.current?.click()}
        {...getUnavailableProps(isUploading)}
      >
        上传新图片
      </Button>
      <ChooseMediaButton
        kinds={REPLACING_KINDS[file.kind]}
        label="从媒体库选择新图片"
        isUnavailable={isUploading}
        onChoose={(picture) => void choose(picture)}
      />
      <FileInput
        ref={fileInput}
        label="选择新图片"
        accept={file.kind === 'branding' ? LOGO_TYPES.join(',') : IMAGE_ACCEPT}
        onSelect={([selected]) => onSelect(selected)}
      />
    </div>
  )
}

/** The ratio of two pictures' proportions from which on they look different on a page. */
const NOTICEABLE_RATIO = 1.05

function PictureWarnings({ file, picture }: { file: MediaFile; picture: ReplacementPicture }) {
  const warnings = [
    ...(picture.lacksQrCode ? ['新图片里没有识别出二维码，访客可能无法扫码。'] : []),
    ...(hasOtherProportions(file, picture) ? ['新图片的宽高比与原图不同，替换后请看看页面。'] : []),
  ]
  return warnings.map((warning) => <Alert key={warning} type="warning" showIcon title={warning} className="mb-3" />)
}

function hasOtherProportions(file: MediaFile, picture: ReplacementPicture): boolean {
  if (!file.width || !file.height) return false
  const ratio = (picture.width * file.height) / (picture.height * file.width)
  return Math.max(ratio, 1 / ratio) > NOTICEABLE_RATIO
}

type TextFieldProps = { label: string; value: string; onChange: (value: string) => void }

function TextField({ label, value, onChange }: TextFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="block pb-1 text-sm text-muted">
        {label}
      </label>
      <Input id={id} value={value} maxLength={TEXT.line} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
