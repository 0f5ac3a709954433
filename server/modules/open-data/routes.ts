import { z } from 'zod'
import { openDataCalls } from '#contracts/open-data/calls.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC, factsTopic } from '#server/modules/facts/service.ts'
import { catalogueTopic, type ProductService, ratingsTopic } from '#server/modules/products/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from '#server/modules/settings/service.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import { renderLlmsText, renderProductMarkdown } from './markdown.ts'
import type { OpenDataService } from './service.ts'

export const openDataRoutes = (openData: OpenDataService) => [
  defineRoute(openDataCalls.json, async () => download(await openData.exportJson())),
  defineRoute(openDataCalls.csv, () => download(openData.exportCsv())),
  defineRoute(openDataCalls.comparison, async ({ query }) =>
    download(await openData.exportComparison(query.catalogue, [...new Set(query.products.split(','))])),
  ),
]

const MARKDOWN = 'text/markdown; charset=utf-8'
const publicRoute = { config: { access: 'public' as const } }
const MARKDOWN_PAGES = { agent: '/products/:id.md', ai: '/78ai/:id.md' } as const satisfies Record<Catalogue, string>

type Dependencies = { products: ProductService; settings: SettingsService; publicUrl: string }

/** Routes of Markdown pages and `llms.txt`. */
export const markdownRoutes =
  ({ products, settings, publicUrl }: Dependencies): RegisterRoutes =>
  (app, { trackDependencies }) => {
    for (const catalogue of ['agent', 'ai'] as const)
      app.get(
        MARKDOWN_PAGES[catalogue],
        { ...publicRoute, schema: { hide: true, params: z.object({ id: z.string() }) } },
        async (request, reply) => {
          trackDependencies(
            request,
            catalogueTopic(catalogue),
            ratingsTopic(catalogue),
            ATTRIBUTES_TOPIC,
            factsTopic(catalogue),
          )
          const product = await products.getDetail(catalogue, request.params.id)
          return reply.type(MARKDOWN).send(renderProductMarkdown(product, catalogue, publicUrl))
        },
      )
    app.get('/llms.txt', { ...publicRoute, schema: { hide: true } }, async (request, reply) => {
      trackDependencies(request, SETTINGS_TOPIC, catalogueTopic('agent'), catalogueTopic('ai'))
      const { siteName, siteDescription } = await settings.getSite()
      const [agents, applications] = await Promise.all([products.listNames('agent'), products.listNames('ai')])
      const counts = { agent: agents.length, ai: applications.length }
      return reply.type(MARKDOWN).send(renderLlmsText({ siteName, siteDescription, publicUrl, counts }))
    })
  }
