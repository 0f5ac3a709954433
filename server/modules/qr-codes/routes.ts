import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { qrCodeCalls } from '#contracts/qr-codes/calls.ts'
import type { QrCodeChange } from '#contracts/qr-codes/qr-code.ts'
import type { UploadService } from '#server/modules/uploads/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { QR_CODES_TOPIC, type QrCodeService } from './service.ts'

/** Routes of the QR codes: the first two for visitors, the others for editors. */
export const qrCodeRoutes = (qrCodes: QrCodeService, uploads: UploadService) => [
  defineRoute(qrCodeCalls.listActive, () => qrCodes.listActive(), { invalidatedBy: [QR_CODES_TOPIC] }),
  defineRoute(qrCodeCalls.recordScan, ({ params }) => qrCodes.scan(params.id)),
  defineRoute(qrCodeCalls.list, async () => ({ qrCodes: await qrCodes.listAll() })),
  defineRoute(qrCodeCalls.reorder, async ({ body, user }) => ({ qrCodes: await qrCodes.reorder(body.ids, user) })),
  defineRoute(qrCodeCalls.upload, async ({ readFile, user }) => {
    const { fields, ...picture } = await readFile(uploads.getImageLimit('qr-code'))
    const { url } = await uploads.saveImage({ ...picture, purpose: 'qr-code' }, user)
    return qrCodes.add({ ...fields, qrCodeUrl: url }, user)
  }),
  defineRoute(qrCodeCalls.create, ({ body, user }) => qrCodes.add(body, user)),
  defineRoute(qrCodeCalls.update, async ({ params, body, user }) =>
    withMessage(getChangeMessage(body), await qrCodes.update(params.id, body, user)),
  ),
  defineRoute(qrCodeCalls.remove, ({ params, user }) => qrCodes.remove(params.id, user)),
]

function getChangeMessage(change: QrCodeChange): string {
  if (change.isActive === undefined || Object.keys(change).length > 1) return ADMIN_MESSAGES.qrCodeSaved
  return change.isActive ? ADMIN_MESSAGES.qrCodeEnabled : ADMIN_MESSAGES.qrCodeDisabled
}
