import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { catalogueTopic } from '#server/modules/products/service.ts'
import { SETTINGS_TOPIC } from '#server/modules/settings/service.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import type { DiscoveryService } from './service.ts'

const XML = 'application/xml; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'
const MANIFEST = 'application/manifest+json; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const PRODUCT_TOPICS = [catalogueTopic('agent'), catalogueTopic('ai')]

const publicRoute = { config: { access: 'public' as const }, schema: { hide: true } }
const send = (reply: FastifyReply, type: string, body: string) => reply.type(type).send(body)

/** Routes for crawlers at the site's root, outside `/api`. */
export const discoveryRoutes =
  (discovery: DiscoveryService): RegisterRoutes =>
  (app, { trackDependencies }) => {
    app.get('/sitemap.xml', publicRoute, async (request, reply) => {
      trackDependencies(request, ...PRODUCT_TOPICS)
      return send(reply, XML, await discovery.getSitemap())
    })
    app.get(
      '/sitemaps/:file',
      { ...publicRoute, schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        trackDependencies(request, ...PRODUCT_TOPICS)
        return send(reply, XML, await discovery.getSitemapPart(request.params.file))
      },
    )
    app.get('/feed.xml', publicRoute, async (request, reply) => {
      trackDependencies(request, ...PRODUCT_TOPICS, SETTINGS_TOPIC)
      return send(reply, ATOM, await discovery.getFeed())
    })
    app.get('/manifest.webmanifest', publicRoute, async (request, reply) => {
      trackDependencies(request, SETTINGS_TOPIC)
      return send(reply, MANIFEST, await discovery.getWebManifest())
    })
    app.get('/robots.txt', publicRoute, async (request, reply) => {
      trackDependencies(request)
      return send(reply, TEXT, discovery.getRobotsTxt())
    })
    // Not cached, because its expiry date changes daily.
    app.get('/.well-known/security.txt', publicRoute, async (_request, reply) =>
      send(reply, TEXT, await discovery.getSecurityTxt()),
    )
  }
