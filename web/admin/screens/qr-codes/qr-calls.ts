import type { QrCodeChange, QrCodeRecord } from '#contracts/community/qr-code.ts'
import { QR_CODE_DEFAULTS } from '#contracts/limits.ts'
import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import { call, callData } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'

type Said = { message?: string }

export const listQrCodes = async (): Promise<QrCodeRecord[]> =>
  (await callData<{ qrCodes: QrCodeRecord[] }>(ADMIN_API.qrCodes)).qrCodes

export const changeQrCode = (id: string, change: QrCodeChange): Promise<Said> =>
  call(fillPath(ADMIN_API.qrCode, { id }), { method: 'PUT', body: change })

export const removeQrCode = (id: string): Promise<Said> =>
  call(fillPath(ADMIN_API.qrCode, { id }), { method: 'DELETE' })

export const orderQrCodes = (ids: readonly string[]): Promise<Said> =>
  call(ADMIN_API.qrCodeOrder, { method: 'POST', body: { ids } })

export const uploadQrCode = (file: File, onProgress: (share: number) => void): Promise<unknown> =>
  upload(ADMIN_API.qrCodeUpload, {
    ...{ field: 'qrcode', file, filename: file.name, onProgress },
    fields: QR_CODE_DEFAULTS,
  })
