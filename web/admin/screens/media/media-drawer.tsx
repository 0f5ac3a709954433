import { Button, Drawer, Input } from 'antd'
import { Replace, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import { MEDIA_KIND_LABELS, type MediaFile } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { restoreFocus } from '../../components/restore-focus.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { formatDimensions, LargePicture } from '../../media/media-grid.tsx'
import { useCan } from '../../session/session.ts'
import { UseList } from './use-list.tsx'

const ReplaceDialog = lazy(async () => ({ default: (await import('./replace-dialog.tsx')).ReplaceDialog }))

type MediaDrawerProps = { file: MediaFile; onChanged: () => unknown; onClose: () => void }

/** A file of the media library: what is known about it, its description, and where it is used. */
export function MediaDrawer({ file, onChanged, onClose }: MediaDrawerProps) {
  const canWrite = useCan('uploads:write')
  return (
    <Drawer open size={560} title={file.name} onClose={onClose} afterOpenChange={(isOpen) => !isOpen && restoreFocus()}>
      <LargePicture file={file} />
      <FileFacts file={file} />
      {file.kind !== 'attachment' && <AltTextField file={file} canWrite={canWrite} onSaved={onChanged} />}
      <UseList file={file} />
      {canWrite && (
        <div className="flex flex-wrap gap-3">
          {file.kind !== 'attachment' && <ReplaceButton file={file} onReplaced={onChanged} />}
          <RemoveButton file={file} onChanged={onChanged} onRemoved={onClose} />
        </div>
      )}
    </Drawer>
  )
}

function FileFacts({ file }: { file: MediaFile }) {
  const facts = [
    ['种类', MEDIA_KIND_LABELS[file.kind]],
    ['大小', formatSize(file.size)],
    ['尺寸', formatDimensions(file)],
    ['上传时间', formatMinute(file.createdAt)],
    ['上传者', file.uploadedBy?.name ?? ''],
    ['地址', file.url],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-4 text-sm">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function AltTextField({ file, canWrite, onSaved }: { file: MediaFile; canWrite: boolean; onSaved: () => unknown }) {
  const id = useId()
  const [altText, setAltText] = useState(file.altText)
  const save = useAction({
    action: () => callAdmin(mediaLibraryCalls.setAltText, { body: { url: file.url, altText: altText.trim() } }),
    getSuccessMessage: ({ message }) => message,
    failureMessage: MEDIA_MESSAGES.saveFailed,
    refetch: onSaved,
  })
  return (
    <div className="pb-5">
      <label htmlFor={id} className="block pb-1 text-sm text-muted">
        图片说明
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          value={altText}
          maxLength={TEXT.line}
          readOnly={!canWrite}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setAltText(event.target.value)}
          onPressEnter={() => canWrite && save.mutate()}
        />
        {canWrite && (
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            保存
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="pt-1 text-sm text-muted">
        供看不见图片的人朗读。从媒体库选择时带上，已在页面中的不变。
      </p>
    </div>
  )
}

function ReplaceButton({ file, onReplaced }: { file: MediaFile; onReplaced: () => unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<Replace className="size-4" aria-hidden />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        替换
      </Button>
      {isOpen && (
        <Suspense>
          <ReplaceDialog file={file} onReplaced={onReplaced} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type RemoveButtonProps = { file: MediaFile; onChanged: () => unknown; onRemoved: () => void }

function RemoveButton({ file, onChanged, onRemoved }: RemoveButtonProps) {
  const confirm = useConfirm()
  const remove = useAction({
    async action() {
      const reply = await callOnce(mediaLibraryCalls.remove, { body: { url: file.url } }, MEDIA_MESSAGES.removed)
      onRemoved()
      return reply
    },
    getSuccessMessage: ({ message }) => message,
    failureMessage: MEDIA_MESSAGES.removeFailed,
    refetch: onChanged,
  })
  const confirmRemoval = () =>
    confirm({
      title: `删除“${file.name}”？`,
      content: '删除后无法恢复。正在使用，或草稿、历史版本中有它的文件不会被删除。',
      okText: '删除',
      isDangerous: true,
      onOk: () => remove.mutateAsync(undefined).catch(() => undefined),
    })
  return (
    <Button danger icon={<Trash2 className="size-4" aria-hidden />} loading={remove.isPending} onClick={confirmRemoval}>
      删除文件
    </Button>
  )
}
