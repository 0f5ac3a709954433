import { z } from 'zod'
import { PublicQrCodeSchema } from '#contracts/community/qr-code.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import { type CommunityService, QR_CODES_NAME } from './service.ts'

const tags = ['社区']

export const communityRoutes =
  (community: CommunityService): Routes =>
  (app, { readsFrom }) => {
    app.get(
      API.activeQrCodes,
      {
        config: { access: 'open' },
        schema: { tags, summary: '读取启用中的入群二维码', response: { 200: success(z.array(PublicQrCodeSchema)) } },
      },
      async (request) => {
        readsFrom(request, QR_CODES_NAME)
        return { success: true as const, data: await community.listActive() }
      },
    )

    app.post(
      API.scanQrCode,
      {
        config: { access: 'open', perMinute: 30 },
        schema: {
          tags,
          summary: '记录一次二维码查看',
          params: z.object({ id: z.string() }),
          response: { 200: z.object({ success: z.literal(true) }) },
        },
      },
      async (request) => {
        await community.scan(request.params.id)
        return { success: true as const }
      },
    )
  }
