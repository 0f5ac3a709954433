import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Progress, Skeleton } from 'antd'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { qrCodeCalls } from '#contracts/qr-codes/calls.ts'
import type { QrCodeRecord } from '#contracts/qr-codes/qr-code.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { findImageError, IMAGE_ACCEPT } from '../../components/check-image.ts'
import { FileInput } from '../../components/file-input.tsx'
import { moveItem } from '../../components/json-path.ts'
import { LoadErrorAlert } from '../../components/load-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { Sortable } from '../../editors/fields/sortable.tsx'
import { ChooseMediaButton, type ChosenPicture } from '../../media/choose-media-button.tsx'
import { useCan } from '../../session/session.ts'
import { hasQrCode } from './has-qr-code.ts'
import { addQrCode, reorderQrCodes, uploadQrCode } from './qr-code-calls.ts'
import { QrCodeRow } from './qr-code-row.tsx'

/** Uploads, reorders, enables and deletes the community's QR codes. Changes take effect immediately. */
export function QrCodes() {
  const { message } = App.useApp()
  const client = useQueryClient()
  const canEdit = useCan('qr-codes:write')
  const qrCodesQuery = useQuery(dataOf(queryOf(qrCodeCalls.list)))
  const refetch = () => invalidate(client, qrCodeCalls.list)
  const orderMutation = useMutation({
    mutationFn: (codes: readonly QrCodeRecord[]) => reorderQrCodes(codes.map(({ _id }) => _id)),
    onMutate: (codes) =>
      client.setQueryData(
        queryOf(qrCodeCalls.list).queryKey,
        (reply) => reply && { ...reply, data: { ...reply.data, qrCodes: [...codes] } },
      ),
    onSuccess: (reply) => void message.success(reply.message ?? ADMIN_MESSAGES.qrCodesOrdered),
    onError: (error) => void message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed)),
    onSettled: refetch,
  })

  if (qrCodesQuery.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  if (qrCodesQuery.isLoadingError)
    return (
      <LoadErrorAlert
        title={`${ADMIN_MESSAGES.qrCodesFailed}: ${toErrorMessage(qrCodesQuery.error, ADMIN_MESSAGES.loadFailed)}`}
        onRetry={qrCodesQuery.refetch}
      />
    )
  const codes = qrCodesQuery.data.qrCodes
  return (
    <div className="flex flex-col gap-4">
      {canEdit && <UploadBar onSettled={refetch} />}
      {codes.length === 0 && (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-center text-muted">
          还没有二维码。上传一张，访客就能在社区页扫码加入。
        </p>
      )}
      <Sortable
        ids={codes.map(({ _id }) => _id)}
        getOptionName={(id) => codes.find(({ _id }) => _id === id)?.title ?? ''}
        onMove={(from, to) => orderMutation.mutate(moveItem(codes, from, to))}
      >
        <ul className="flex flex-col gap-3">
          {codes.map((code) => (
            <QrCodeRow key={code._id} code={code} canEdit={canEdit} onChanged={refetch} />
          ))}
        </ul>
      </Sortable>
    </div>
  )
}

/**
 * Uploads a QR code. Asks for confirmation if no code is recognized in the image. Calls `onSettled` after an upload,
 * even if it failed.
 */
function UploadBar({ onSettled }: { onSettled: () => unknown }) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const fileInput = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  useTrackOpenChoice(progress !== null)
  const addMutation = useAction({
    action: addQrCode,
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onSettled,
  })

  async function selectFile(file: File | undefined) {
    if (!file) return
    const error = findImageError(file, 'image')
    if (error) return void message.error(error)
    if (await hasQrCode(file)) return uploadFile(file)
    confirmUnreadable(file.name, '仍要上传', () => uploadFile(file))
  }

  const confirmUnreadable = (name: string, okText: string, onOk: () => unknown) =>
    confirm({
      title: '没有识别出二维码，请确认图片',
      content: `“${name}”里没有能识别的二维码，访客可能无法扫码。`,
      okText,
      onOk,
    })

  /** Adds a QR code that shares the file of a picture of the library. */
  const choose = useExclusive(async ({ url, name }: ChosenPicture) => {
    const picture = await fetch(url).then(
      (reply) => (reply.ok ? reply.blob() : undefined),
      () => undefined,
    )
    if (!picture) return void message.error(ADMIN_MESSAGES.imageBroken)
    if (await hasQrCode(picture)) return addMutation.mutate(url)
    confirmUnreadable(name, '仍要使用', () => addMutation.mutateAsync(url).catch(() => undefined))
  })

  async function uploadFile(file: File) {
    setProgress(0)
    try {
      await uploadQrCode(file, setProgress)
      message.success(ADMIN_MESSAGES.qrCodeUploaded)
    } catch (error) {
      message.error(`${ADMIN_MESSAGES.qrCodeUploadFailed}: ${toErrorMessage(error, ADMIN_MESSAGES.uploadFailed)}`)
    } finally {
      setProgress(null)
      void onSettled()
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        type="primary"
        icon={<Upload className="size-4" aria-hidden />}
        onClick={() => fileInput.current?.click()}
        {...getUnavailableProps(progress !== null)}
      >
        {progress === null ? '上传二维码' : '正在上传……'}
      </Button>
      <ChooseMediaButton
        kinds={['qr-code', 'picture']}
        label="从媒体库选择二维码"
        isUnavailable={progress !== null}
        onChoose={(picture) => void choose(picture)}
      />
      {progress !== null && (
        <Progress className="max-w-60" percent={Math.round(progress * 100)} aria-label="上传进度" />
      )}
      <FileInput
        ref={fileInput}
        label="选择二维码图片"
        accept={IMAGE_ACCEPT}
        onSelect={([file]) => void selectFile(file)}
      />
      <p className="text-sm text-muted">这里的改动立即生效，不需要保存。</p>
    </div>
  )
}
