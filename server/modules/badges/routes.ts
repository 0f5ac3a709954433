import { z } from 'zod'
import { badgeCalls } from '#contracts/badges/calls.ts'
import { BADGE_THEMES, type BadgeTheme } from '#contracts/badges/statuses.ts'
import { TEXT } from '#contracts/limits.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { getCatalogueTopic } from '#server/modules/products/service.ts'
import { PUBLISHED_EVALUATIONS_TOPIC } from '#server/modules/published-evaluations/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from '#server/modules/settings/service.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import { renderBadge } from './render-badge.ts'
import type { BadgeService } from './service.ts'

/** The public call for signed badges. */
export const badgeRoutes = (badges: BadgeService) => [
  defineRoute(badgeCalls.get, ({ params }) => badges.getSigned(params.id)),
]

const THEMES = Object.keys(BADGE_THEMES) as [BadgeTheme, ...BadgeTheme[]]
const SCHEMA = {
  hide: true,
  params: z.object({ id: z.string().max(TEXT.word) }),
  querystring: z.object({ theme: z.enum(THEMES).catch('light') }),
}

/** Returns the route of the badges' pictures, which other sites embed. A cached one ends with what it says. */
export const badgePictureRoutes =
  (badges: BadgeService, settings: Pick<SettingsService, 'getGeneral'>): RegisterRoutes =>
  (app, { trackDependencies, setExpiry }) => {
    const config = { access: 'public' as const, isCrossOrigin: true as const }
    app.get('/badges/:id.svg', { config, schema: SCHEMA }, async (request, reply) => {
      const topics = CATALOGUES.map(getCatalogueTopic)
      trackDependencies(request, PUBLISHED_EVALUATIONS_TOPIC, SETTINGS_TOPIC, ...topics)
      const badge = await badges.get(request.params.id)
      setExpiry(request, badge.expiresAt)
      const { siteName } = await settings.getGeneral()
      return reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/svg+xml')
        .send(renderBadge(badge, { theme: request.query.theme, siteName }))
    })
  }
