import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { LOGO_KEY, uploadLogo } from './settings-calls.ts'

/** Uploads a logo. `progress` is the uploaded fraction, 0 to 1; `null` if no upload is running. */
export function useLogoUpload(onError: (error: string) => void) {
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
      client.setQueryData(LOGO_KEY, await uploadLogo(file, setProgress, controller.signal))
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
