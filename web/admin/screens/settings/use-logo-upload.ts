import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { getFailureMessage } from '../../../shared/call-failure.ts'
import { LOGO_KEY, uploadLogo } from './settings-calls.ts'

/** Uploads a logo; the upload can be cancelled. `share` is the uploaded fraction, `null` while no upload is running. */
export function useLogoUpload(onError: (error: string) => void) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: File) {
    const controller = new AbortController()
    sending.current = controller
    setShare(0)
    try {
      client.setQueryData(LOGO_KEY, await uploadLogo(file, setShare, controller.signal))
      message.success(ADMIN_MESSAGES.logoUploaded)
    } catch (error) {
      if (!controller.signal.aborted)
        onError(SETTINGS_MESSAGES.logoUploadFailedBecause + getFailureMessage(error, ADMIN_MESSAGES.uploadFailed))
    } finally {
      setShare(null)
    }
  }

  return { share, send, cancel: () => sending.current?.abort() }
}
