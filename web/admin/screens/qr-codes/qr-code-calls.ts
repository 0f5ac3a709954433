import { QR_CODE_DEFAULTS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { qrCodeCalls } from '#contracts/qr-codes/calls.ts'
import type { QrCodeChange } from '#contracts/qr-codes/qr-code.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'

export const updateQrCode = (id: string, change: QrCodeChange) =>
  callAdmin(qrCodeCalls.update, { params: { id }, body: change })

export const removeQrCode = (id: string) =>
  callOnce(qrCodeCalls.remove, { params: { id } }, ADMIN_MESSAGES.qrCodeRemoved)

export const reorderQrCodes = (ids: string[]) => callAdmin(qrCodeCalls.reorder, { body: { ids } })

/** Adds a QR code whose picture is one of the media library. */
export const addQrCode = (qrCodeUrl: string) => callAdmin(qrCodeCalls.create, { body: { qrCodeUrl } })

export const uploadQrCode = (file: File, onProgress: (progress: number) => void) =>
  upload(qrCodeCalls.upload, { file, filename: file.name, onProgress, fields: QR_CODE_DEFAULTS })
