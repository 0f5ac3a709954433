import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Progress, Skeleton } from 'antd'
import { Undo2, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { LOGO_TYPES, type Logo, RECOMMENDED_LOGO_SIZE } from '#contracts/branding/branding.ts'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { MB, UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { PALETTE } from '#contracts/palette.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { formatSize } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { FileInput } from '../../components/file-input.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { ChooseMediaButton } from '../../media/choose-media-button.tsx'
import { useCan } from '../../session/session.ts'
import { findLogoError } from './logo-error.ts'
import { chooseLogo, resetLogo, uploadLogo } from './settings-calls.ts'

/** Uploads a logo. `progress` is the uploaded fraction, 0 to 1; `null` if no upload is running. */
function useLogoUpload(onError: (error: string) => void) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  useTrackOpenChoice(progress !== null)
  const abortController = useRef<AbortController>(null)
  useEffect(() => () => abortController.current?.abort(), [])

  async function upload(file: File) {
    const controller = new AbortController()
    abortController.current = controller
    setProgress(0)
    try {
      client.setQueryData(
        queryOf(brandingCalls.getLogo).queryKey,
        await uploadLogo(file, setProgress, controller.signal),
      )
      message.success(ADMIN_MESSAGES.logoUploaded)
    } catch (error) {
      if (!controller.signal.aborted)
        onError(SETTINGS_MESSAGES.logoUploadFailedBecause + toErrorMessage(error, ADMIN_MESSAGES.uploadFailed))
    } finally {
      setProgress(null)
    }
  }

  return { progress, upload, cancel: () => abortController.current?.abort() }
}

/** Shows the site's logo on a light and a dark background, and replaces or resets it, effective immediately. */
export function LogoCard() {
  const logoQuery = useQuery(dataOf(queryOf(brandingCalls.getLogo)))
  return (
    <section className="panel px-5 py-5">
      <h2 className="text-lg">网站Logo</h2>
      <p className="pt-1 pb-4 text-sm text-muted">
        JPG、PNG、GIF、SVG或WebP格式，不超过{UPLOAD.siteLogo / MB}MB，建议{RECOMMENDED_LOGO_SIZE.width}×
        {RECOMMENDED_LOGO_SIZE.height}
        像素。请用透明底，并在两种底色上都看得清。上传后立即生效。
      </p>
      {logoQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {logoQuery.isError && (
        <LoadError error={logoQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={logoQuery.refetch} />
      )}
      {logoQuery.data && (
        <>
          <div className="grid gap-3 md:grid-cols-2">
            <LogoPreview scheme="light" label="浅色底" logo={logoQuery.data} />
            <LogoPreview scheme="dark" label="深色底" logo={logoQuery.data} />
          </div>
          <p className="pt-3 text-sm text-muted">{describeLogo(logoQuery.data)}</p>
          <LogoActions isCustom={logoQuery.data.logoType === 'custom'} />
        </>
      )}
    </section>
  )
}

const describeLogo = (logo: Logo): string =>
  logo.logoType === 'custom'
    ? `${logo.logoOriginalName}，${logo.logoWidth}×${logo.logoHeight}像素，${formatSize(logo.logoSize)}`
    : '正在使用默认logo：印章与网站名称。'

type LogoPreviewProps = { scheme: 'light' | 'dark'; label: string; logo: Logo }

/** The logo as in the site's header, in the colours of the light or the dark scheme. */
function LogoPreview({ scheme, label, logo }: LogoPreviewProps) {
  const siteQuery = useQuery(dataOf(queryOf(brandingCalls.getSite)))
  return (
    <figure
      className="rounded-lg border border-line px-4 py-3"
      style={{ backgroundColor: PALETTE.paper[scheme], color: PALETTE.ink[scheme] }}
    >
      <figcaption className="pb-2 text-xs">{label}</figcaption>
      <div className="flex h-11 items-center gap-2.5">
        {logo.logoType === 'custom' ? (
          <img
            src={logo.logoUrl}
            alt={`${label}上的logo`}
            width={logo.logoWidth || undefined}
            height={logo.logoHeight || undefined}
            className="h-10 w-auto max-w-50 object-contain object-left"
          />
        ) : (
          <>
            <img src="/favicon.svg" alt="" className="size-9" />
            <span className="text-xl font-semibold tracking-wide">{siteQuery.data?.siteName}</span>
          </>
        )}
      </div>
    </figure>
  )
}

function LogoActions({ isCustom }: { isCustom: boolean }) {
  const canEdit = useCan('branding:write')
  const client = useQueryClient()
  const fileInput = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const logoUpload = useLogoUpload(setError)
  const choice = useAction({
    action(url: string) {
      setError(null)
      return chooseLogo(url)
    },
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: () => invalidate(client, brandingCalls.getLogo),
  })
  if (!canEdit) return null

  function selectFile(file: File | undefined) {
    const error = findLogoError(file)
    setError(error ?? null)
    if (file && !error) void logoUpload.upload(file)
  }

  return (
    <div className="pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="primary"
          icon={<Upload className="size-4" aria-hidden />}
          onClick={() => fileInput.current?.click()}
          {...getUnavailableProps(logoUpload.progress !== null)}
        >
          {logoUpload.progress === null ? '上传Logo' : '正在上传……'}
        </Button>
        <ChooseMediaButton
          kinds={['branding', 'picture', 'product-logo']}
          label="从媒体库选择Logo"
          isUnavailable={logoUpload.progress !== null || choice.isPending}
          onChoose={({ url }) => choice.mutate(url)}
        />
        {isCustom && logoUpload.progress === null && <ResetButton onDone={setError} />}
        {logoUpload.progress !== null && (
          <>
            <Progress className="max-w-60" percent={Math.round(logoUpload.progress * 100)} aria-label="上传进度" />
            <Button onClick={logoUpload.cancel}>取消上传</Button>
          </>
        )}
        <FileInput
          ref={fileInput}
          label="选择logo图片"
          accept={LOGO_TYPES.join(',')}
          onSelect={([file]) => selectFile(file)}
        />
      </div>
      {error && (
        <p role="alert" className="pt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** Restores the default logo. Calls `onDone` with the error; `null` if there is none. */
function ResetButton({ onDone }: { onDone: (error: string | null) => void }) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()

  async function reset() {
    try {
      const reply = await resetLogo()
      message.success(reply.message ?? SETTINGS_MESSAGES.logoReset)
      onDone(null)
    } catch (error) {
      onDone(SETTINGS_MESSAGES.resetFailedPrefix + toErrorMessage(error, ADMIN_MESSAGES.actionFailed))
    }
    await invalidate(client, brandingCalls.getLogo)
  }
  const confirmReset = () =>
    confirm({
      title: '恢复默认logo？',
      content: '网站会立即改用印章与网站名称。别处没有使用的logo文件，一天后自动清理。',
      okText: '恢复默认',
      isDangerous: true,
      onOk: reset,
    })

  return (
    <Button icon={<Undo2 className="size-4" aria-hidden />} onClick={confirmReset}>
      恢复默认logo
    </Button>
  )
}
