import { qrCodeCalls } from '#contracts/community/calls.ts'
import type { QrCodeChange } from '#contracts/community/qr-code.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { UploadService } from '#server/modules/uploads/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { type CommunityService, QR_CODES_TOPIC } from './service.ts'

/** Routes of the QR codes: the first two for visitors, the others for editors. */
export const communityRoutes = (community: CommunityService, uploads: UploadService) => [
  defineRoute(qrCodeCalls.listActive, () => community.listActive(), { invalidatedBy: [QR_CODES_TOPIC] }),
  defineRoute(qrCodeCalls.recordScan, ({ params }) => community.scan(params.id)),
  defineRoute(qrCodeCalls.list, async () => ({ qrCodes: await community.listAll() })),
  defineRoute(qrCodeCalls.reorder, async ({ body, user }) => ({ qrCodes: await community.reorder(body.ids, user) })),
  defineRoute(qrCodeCalls.upload, async ({ readFile, user }) => {
    const { fields, ...picture } = await readFile(uploads.getImageLimit('qr-code'))
    const { contactName, contactPosition, ...code } = fields
    const { url } = await uploads.saveImage({ ...picture, purpose: 'qr-code' }, user)
    const contactInfo = { name: contactName, position: contactPosition }
    return community.add({ ...code, contactInfo, qrCodeUrl: url, isActive: true }, user)
  }),
  defineRoute(qrCodeCalls.update, async ({ params, body, user }) =>
    withMessage(getChangeMessage(body), await community.update(params.id, body, user)),
  ),
  defineRoute(qrCodeCalls.remove, ({ params, user }) => community.remove(params.id, user)),
]

function getChangeMessage(change: QrCodeChange): string {
  if (change.isActive === undefined || Object.keys(change).length > 1) return ADMIN_MESSAGES.qrCodeSaved
  return change.isActive ? ADMIN_MESSAGES.qrCodeEnabled : ADMIN_MESSAGES.qrCodeDisabled
}
