import type { PublicQrCode, QrCodeRecord } from '#contracts/qr-codes/qr-code.ts'
import type { QrCodeRow } from './store.ts'

/** Returns a QR code for visitors, without its scan count and display order. */
export const toPublicQrCode = (row: QrCodeRow): PublicQrCode => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  qrCodeUrl: row.imagePath,
  contactInfo: { name: row.contactName, position: row.contactPosition },
})

/** Returns a QR code for the back office. */
export const toQrCodeRecord = (row: QrCodeRow): QrCodeRecord => ({
  ...toPublicQrCode(row),
  type: row.type,
  isActive: row.isActive,
  scanCount: row.scanCount,
  displayOrder: row.displayOrder,
  createdAt: row.createdAt,
})
