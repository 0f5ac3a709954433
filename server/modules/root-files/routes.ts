import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC, getFactsTopic } from '#server/modules/facts/service.ts'
import { getCatalogueTopic } from '#server/modules/products/service.ts'
import { PUBLISHED_EVALUATIONS_TOPIC } from '#server/modules/published-evaluations/service.ts'
import { SETTINGS_TOPIC } from '#server/modules/settings/service.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import type { RootFileService } from './service.ts'

const XML_TYPE = 'application/xml; charset=utf-8'
const ATOM_TYPE = 'application/atom+xml; charset=utf-8'
const MANIFEST_TYPE = 'application/manifest+json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const PRODUCT_FEEDS = { agent: '/products/:id.atom', ai: '/78ai/:id.atom' } as const satisfies Record<Catalogue, string>
const PRODUCT_TOPICS = [getCatalogueTopic('agent'), getCatalogueTopic('ai')]

/** Options of routes that anyone may call, and that aren't part of the API reference. */
const HIDDEN_PUBLIC_ROUTE = { config: { access: 'public' as const }, schema: { hide: true } }
/** Feed readers also run in browsers. */
const FEED_ROUTE = { config: { access: 'public' as const, isCrossOrigin: true as const }, schema: { hide: true } }
const send = (reply: FastifyReply, type: string, body: string) => reply.type(type).send(body)

/** Routes for crawlers at the site's root, outside `/api`. */
export const rootFileRoutes =
  (rootFiles: RootFileService): RegisterRoutes =>
  (app, { trackDependencies }) => {
    app.get('/sitemap.xml', HIDDEN_PUBLIC_ROUTE, async (request, reply) => {
      trackDependencies(request, ...PRODUCT_TOPICS)
      return send(reply, XML_TYPE, await rootFiles.getSitemap())
    })
    app.get(
      '/sitemaps/:file',
      { ...HIDDEN_PUBLIC_ROUTE, schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        trackDependencies(request, ...PRODUCT_TOPICS)
        return send(reply, XML_TYPE, await rootFiles.getSitemapPart(request.params.file))
      },
    )
    app.get('/feed.xml', FEED_ROUTE, async (request, reply) => {
      trackDependencies(request, ...PRODUCT_TOPICS, SETTINGS_TOPIC)
      return send(reply, ATOM_TYPE, await rootFiles.getFeed())
    })
    for (const catalogue of CATALOGUES)
      app.get(
        PRODUCT_FEEDS[catalogue],
        { ...FEED_ROUTE, schema: { hide: true, params: z.object({ id: z.string() }) } },
        async (request, reply) => {
          trackDependencies(
            request,
            getCatalogueTopic(catalogue),
            getFactsTopic(catalogue),
            ATTRIBUTES_TOPIC,
            PUBLISHED_EVALUATIONS_TOPIC,
            SETTINGS_TOPIC,
          )
          return send(reply, ATOM_TYPE, await rootFiles.getProductFeed(catalogue, request.params.id))
        },
      )
    app.get('/manifest.webmanifest', HIDDEN_PUBLIC_ROUTE, async (request, reply) => {
      trackDependencies(request, SETTINGS_TOPIC)
      return send(reply, MANIFEST_TYPE, await rootFiles.getWebManifest())
    })
    app.get('/robots.txt', HIDDEN_PUBLIC_ROUTE, async (request, reply) => {
      trackDependencies(request)
      return send(reply, TEXT_TYPE, rootFiles.getRobotsTxt())
    })
    // Not cached, because its expiry date changes daily.
    app.get('/.well-known/security.txt', HIDDEN_PUBLIC_ROUTE, async (_request, reply) =>
      send(reply, TEXT_TYPE, await rootFiles.getSecurityTxt()),
    )
  }
