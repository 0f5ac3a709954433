import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Skeleton } from 'antd'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { TEXT } from '#contracts/limits.ts'
import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import {
  MEDIA_KIND_LABELS,
  MEDIA_USE_LABELS,
  type MediaFile,
  type MediaUse,
} from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { LoadError } from '../../components/load-error.tsx'
import { restoreFocus } from '../../components/restore-focus.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { formatDimensions, LargePicture } from '../../media/media-grid.tsx'
import { useCan } from '../../session/session.ts'

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
      {canWrite && <RemoveButton file={file} onChanged={onChanged} onRemoved={onClose} />}
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

function UseList({ file }: { file: MediaFile }) {
  const titleId = useId()
  const usesQuery = useQuery(dataOf(queryOf(mediaLibraryCalls.listUses, { query: { url: file.url } })))
  return (
    <section aria-labelledby={titleId} className="pb-5">
      <h2 id={titleId} className="pb-2 text-base">
        使用之处
      </h2>
      {usesQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {usesQuery.isError && (
        <LoadError error={usesQuery.error} fallback={MEDIA_MESSAGES.usesFailed} onRetry={usesQuery.refetch} />
      )}
      {usesQuery.data?.length === 0 && <p className="text-sm text-muted">没有页面、草稿或历史版本使用它。</p>}
      {usesQuery.data && usesQuery.data.length > 0 && (
        <ul className="divide-y divide-line">
          {usesQuery.data.map((use) => (
            <li key={`${use.place} ${use.name} ${use.path}`} className="flex flex-wrap justify-between gap-x-4 py-2">
              {use.path === null ? <span>{use.name}</span> : <Link to={use.path}>{use.name}</Link>}
              <span className="text-sm text-muted tabular-nums">{describePlace(use)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const describePlace = ({ place, count }: MediaUse): string =>
  count > 1 ? `${MEDIA_USE_LABELS[place]}，${count}份` : MEDIA_USE_LABELS[place]

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
