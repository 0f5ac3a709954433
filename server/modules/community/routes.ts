import { qrCodeCalls } from '#contracts/community/calls.ts'
import type { QrCodeChange } from '#contracts/community/qr-code.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { UploadService } from '#server/modules/uploads/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { type CommunityService, QR_CODES_TOPIC } from './service.ts'

export const communityRoutes = (community: CommunityService, uploads: UploadService) => [
  defineRoute(qrCodeCalls.listActive, () => community.listActive(), { invalidatedBy: [QR_CODES_TOPIC] }),
  defineRoute(qrCodeCalls.recordScan, ({ params }) => community.scan(params.id)),
  defineRoute(qrCodeCalls.list, async () => ({ qrCodes: await community.listAll() })),
  defineRoute(qrCodeCalls.reorder, async ({ body, actor }) => ({ qrCodes: await community.reorder(body.ids, actor) })),
  defineRoute(qrCodeCalls.upload, async ({ readFile, actor }) => {
    const { fields, ...picture } = await readFile(uploads.getImageLimit('qr-code'))
    const { id, contactName, contactPosition, ...code } = fields
    const { url } = await uploads.saveImage({ ...picture, purpose: 'qr-code' }, actor)
    const contactInfo = { name: contactName, position: contactPosition }
    return community.add({ ...code, contactInfo, qrCodeUrl: url, isActive: true }, { id, actor })
  }),
  defineRoute(qrCodeCalls.update, async ({ params, body, actor }) =>
    withMessage(getChangeMessage(body), await community.update(params.id, body, actor)),
  ),
  defineRoute(qrCodeCalls.remove, ({ params, actor }) => community.remove(params.id, actor)),
]

function getChangeMessage(change: QrCodeChange): string {
  if (change.isActive === undefined || Object.keys(change).length > 1) return ADMIN_MESSAGES.qrCodeSaved
  return change.isActive ? ADMIN_MESSAGES.qrCodeEnabled : ADMIN_MESSAGES.qrCodeDisabled
}
