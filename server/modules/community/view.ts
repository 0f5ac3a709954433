import type { PublicQrCode, QrCodeRecord } from '#contracts/community/qr-code.ts'
import type { QrCodeRow } from './store.ts'

/** Returns a row as visitors see it, without counts or order. */
export const toPublicQrCode = (row: QrCodeRow): PublicQrCode => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  qrCodeUrl: row.imagePath,
  contactInfo: { name: row.contactName, position: row.contactPosition },
})

/** Returns a row as the back office sees it. */
export const toQrCodeRecord = (row: QrCodeRow): QrCodeRecord => ({
  ...toPublicQrCode(row),
  type: row.type,
  isActive: row.isActive,
  scanCount: row.scanCount,
  displayOrder: row.displayOrder,
  createdAt: row.createdAt,
})
