import { z } from 'zod'
import { DELETE, GET, groupCalls, messageOnly, POST, PUT } from '../call.ts'
import { ADMIN_MESSAGES } from '../messages/admin.ts'
import { idParams } from '../path-id.ts'
import {
  PublicQrCodeSchema,
  QrCodeChangeSchema,
  QrCodeCreateSchema,
  QrCodeOrderSchema,
  QrCodeRecordSchema,
  QrCodeUploadSchema,
} from './qr-code.ts'

const QrCodeParamsSchema = idParams('二维码编号。')
const QrCodesSchema = z.object({ qrCodes: z.array(QrCodeRecordSchema) })

export const qrCodeCalls = groupCalls('社区', '加入CIO社区的二维码。', {
  listActive: GET('/api/qrcode/active', {
    access: 'public',
    reply: z.array(PublicQrCodeSchema),
    summary: '列出启用中的入群二维码',
  }),
  recordScan: POST('/api/qrcode/:id/scan', {
    access: 'public',
    callsPerMinute: 30,
    // Accepts any text: the handler reports unknown ids as not found.
    params: z.object({ id: z.string().describe('二维码编号。') }),
    reply: messageOnly,
    summary: '记录一次二维码查看',
  }),
  list: GET('/api/qrcode/all', { access: 'qr-codes:read', reply: QrCodesSchema, summary: '列出全部二维码' }),
  reorder: POST('/api/qrcode/order', {
    access: 'qr-codes:write',
    body: QrCodeOrderSchema,
    failures: ['notFound'],
    reply: QrCodesSchema,
    message: ADMIN_MESSAGES.qrCodesOrdered,
    summary: '调整二维码的显示顺序',
  }),
  upload: POST('/api/qrcode/upload', {
    hasIdempotencyKey: true,
    access: 'qr-codes:write',
    callsPerMinute: 60,
    file: { field: 'qrcode', description: '图片。', fields: QrCodeUploadSchema },
    reply: QrCodeRecordSchema,
    message: ADMIN_MESSAGES.qrCodeUploaded,
    summary: '上传二维码',
  }),
  create: POST('/api/qrcode', {
    hasIdempotencyKey: true,
    access: 'qr-codes:write',
    body: QrCodeCreateSchema,
    reply: QrCodeRecordSchema,
    message: ADMIN_MESSAGES.qrCodeAdded,
    summary: '将媒体库中的图片用作二维码',
    description: '与媒体库共用同一个文件，不另存一份。',
  }),
  update: PUT('/api/qrcode/:id', {
    access: 'qr-codes:write',
    params: QrCodeParamsSchema,
    body: QrCodeChangeSchema,
    reply: QrCodeRecordSchema,
    summary: '修改二维码',
    description: '可以只含 `isActive`，也可以含任意几项文字、顺序与图片；未给出的保持原样。',
  }),
  remove: DELETE('/api/qrcode/:id', {
    access: 'qr-codes:write',
    params: QrCodeParamsSchema,
    reply: z.null(),
    message: ADMIN_MESSAGES.qrCodeRemoved,
    summary: '删除二维码',
  }),
})
