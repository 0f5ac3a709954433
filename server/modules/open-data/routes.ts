import { z } from 'zod'
import { openDataCalls } from '#contracts/open-data/calls.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC, getFactsTopic } from '#server/modules/facts/service.ts'
import { getCatalogueTopic, getRatingsTopic, type ProductService } from '#server/modules/products/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from '#server/modules/settings/service.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import { renderLlmsText, renderProductMarkdown } from './markdown.ts'
import type { OpenDataService } from './service.ts'

/** Public routes for downloading the catalogue, and a comparison of products. */
export const openDataRoutes = (openData: OpenDataService) => [
  defineRoute(openDataCalls.downloadJson, async () => download(await openData.exportJson())),
  defineRoute(openDataCalls.downloadCsv, () => download(openData.exportCsv())),
  defineRoute(openDataCalls.downloadComparison, async ({ query }) =>
    download(await openData.exportComparison(query.catalogue, [...new Set(query.products.split(','))])),
  ),
]

const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const PUBLIC_ROUTE = { config: { access: 'public' as const, isCrossOrigin: true as const } }
const MARKDOWN_PAGES = { agent: '/products/:id.md', ai: '/78ai/:id.md' } as const satisfies Record<Catalogue, string>

type Dependencies = { products: ProductService; settings: SettingsService; publicUrl: string }

/** Returns the routes of Markdown pages and `llms.txt`. */
export const markdownRoutes =
  ({ products, settings, publicUrl }: Dependencies): RegisterRoutes =>
  (app, { trackDependencies }) => {
    for (const catalogue of CATALOGUES)
      app.get(
        MARKDOWN_PAGES[catalogue],
        { ...PUBLIC_ROUTE, schema: { hide: true, params: z.object({ id: z.string() }) } },
        async (request, reply) => {
          trackDependencies(
            request,
            getCatalogueTopic(catalogue),
            getRatingsTopic(catalogue),
            ATTRIBUTES_TOPIC,
            getFactsTopic(catalogue),
          )
          const product = await products.getDetail(catalogue, request.params.id)
          return reply.type(MARKDOWN_TYPE).send(renderProductMarkdown(product, catalogue, publicUrl))
        },
      )
    app.get('/llms.txt', { ...PUBLIC_ROUTE, schema: { hide: true } }, async (request, reply) => {
      trackDependencies(request, SETTINGS_TOPIC, getCatalogueTopic('agent'), getCatalogueTopic('ai'))
      const { siteName, siteDescription } = await settings.getSite()
      const [agents, applications] = await Promise.all([products.listNames('agent'), products.listNames('ai')])
      const counts = { agent: agents.length, ai: applications.length }
      return reply.type(MARKDOWN_TYPE).send(renderLlmsText({ siteName, siteDescription, publicUrl, counts }))
    })
  }
