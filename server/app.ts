/** The whole server on one screen: what is made, in what order. */
import { join } from 'node:path'
import { API_DESCRIPTION } from './api-description.ts'
import type { Config } from './config.ts'
import { HOUSEKEEPING_MS, keepHouse } from './housekeeping.ts'
import { accountRoutes } from './modules/accounts/routes.ts'
import { createAccountsService } from './modules/accounts/service.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import { createAnalyticsService } from './modules/analytics/service.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { createAuditService } from './modules/audit/service.ts'
import { catalogueRoutes } from './modules/catalogue/routes.ts'
import { createCatalogueService } from './modules/catalogue/service.ts'
import { qrCodeAdminRoutes } from './modules/community/admin-routes.ts'
import { communityRoutes } from './modules/community/routes.ts'
import { createCommunityService } from './modules/community/service.ts'
import { contentRoutes } from './modules/content/routes.ts'
import { createContentService } from './modules/content/service.ts'
import { discoveryRoutes } from './modules/discovery/routes.ts'
import { createDiscoveryService } from './modules/discovery/service.ts'
import { evaluationRoutes } from './modules/evaluation/routes.ts'
import { createEvaluationService } from './modules/evaluation/service.ts'
import { fileRoutes } from './modules/files/routes.ts'
import { createFileService } from './modules/files/service.ts'
import { leadsRoutes } from './modules/leads/routes.ts'
import { createLeadsService } from './modules/leads/service.ts'
import { settingsRoutes } from './modules/settings/routes.ts'
import { createSettingsService } from './modules/settings/service.ts'
import { submissionRoutes } from './modules/submissions/routes.ts'
import { createSubmissionService } from './modules/submissions/service.ts'
import { uploadRoutes } from './modules/uploads/routes.ts'
import { createUploadService } from './modules/uploads/service.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createEncryption } from './platform/encryption.ts'
import { type FileStore, openFileStore } from './platform/files/file-store.ts'
import { descriptionRoutes } from './platform/http/description-routes.ts'
import { type GuardedRoute, registerGuard } from './platform/http/guard.ts'
import { registerHealth } from './platform/http/health.ts'
import { gatherDescribedRoutes } from './platform/http/openapi.ts'
import { ReplyCache } from './platform/http/reply-cache.ts'
import type { TypedApp } from './platform/http/routes.ts'
import { createHttpServer, registerRoutes } from './platform/http/server.ts'
import { registerAdminPage } from './platform/rendering/admin-page.ts'
import { createBuiltRenderer } from './platform/rendering/built-site.ts'
import { registerPages } from './platform/rendering/pages.ts'
import type { Renderer } from './platform/rendering/renderer.ts'
import { keepStaticFiles } from './platform/rendering/static-files.ts'
import { repeat } from './platform/repeating.ts'
import { createPublicReads } from './public-reads.ts'

const DIST = join(import.meta.dirname, '../dist')

export type App = { server: TypedApp; services: Services; routes: readonly GuardedRoute[] }
export type Services = ReturnType<typeof createServices>

/** Makes every service, wired by hand. Without `appSecret` those that keep secrets refuse to. */
export function createServices(
  database: Database,
  store: FileStore,
  clock: Clock = systemClock,
  appSecret: string | undefined = undefined,
) {
  const encryption = createEncryption(appSecret)
  const settings = createSettingsService({ database, clock })
  const audit = createAuditService({ database, clock })
  const catalogue = createCatalogueService({ database, clock, audit })
  const content = createContentService({ database, clock, catalogue, audit })
  const submissions = createSubmissionService({ database, clock })
  const accounts = createAccountsService({ database, clock, settings, audit, encryption })
  const files = createFileService({ database, files: store, clock })
  const evaluation = createEvaluationService({ database, clock, content, files })
  const community = createCommunityService({ database, clock, audit })
  const leads = createLeadsService({ database, clock })
  const uploads = createUploadService({ database, clock, files, content, settings, audit })
  const analytics = createAnalyticsService({ database, clock, catalogue, audit })
  return {
    ...{ settings, audit, catalogue, content, submissions, accounts, files, evaluation, community, leads },
    ...{ uploads, analytics },
  }
}

/** Makes the server. `pages: false` leaves the site out, for tests of the calls alone. */
export async function createApp(of: {
  config: Config
  database: Database
  clock?: Clock
  pages?: boolean
}): Promise<App> {
  const { config, database } = of
  const cache = new ReplyCache()
  const store = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
  const services = createServices(database, store, of.clock, config.appSecret)
  const { settings, catalogue, content, submissions, accounts, files, evaluation, community, leads } = services
  const { audit, uploads, analytics } = services
  const server = await createHttpServer({ ...config, cache, checkReplies: config.environment === 'test' })
  const routes = registerGuard(server, accounts.sessions.authenticate)

  registerHealth(server, database)
  const described = gatherDescribedRoutes(server)
  registerRoutes(server, cache, [
    settingsRoutes(settings),
    contentRoutes(content, catalogue),
    catalogueRoutes(catalogue),
    submissionRoutes(submissions),
    accountRoutes(accounts),
    fileRoutes(files),
    evaluationRoutes(evaluation),
    communityRoutes(community),
    leadsRoutes(leads),
    auditRoutes(audit),
    uploadRoutes(uploads),
    qrCodeAdminRoutes(community, uploads),
    analyticsRoutes(analytics),
    discoveryRoutes(createDiscoveryService({ catalogue, settings, publicUrl: config.publicUrl })),
    descriptionRoutes({ routes: described, description: API_DESCRIPTION, publicUrl: config.publicUrl }),
  ])
  if (of.pages !== false) {
    const renderer = await (config.environment === 'development' ? developmentSite : builtSite)(server, cache, config)
    registerAdminPage(server, renderer.admin)
    registerPages(server, { cache, renderer, createReads: (names) => createPublicReads(services, names) })
  }

  const housekeeping = repeat(
    HOUSEKEEPING_MS,
    () => keepHouse(database, of.clock ?? systemClock, services),
    (error) => server.log.error({ err: error }, 'housekeeping failed'),
  )
  const stopListening = database.changes.listen((names) => cache.drop(names))
  server.addHook('onClose', async () => {
    housekeeping.stop()
    stopListening()
  })
  return { server, services, routes }
}

async function builtSite(_server: TypedApp, cache: ReplyCache, config: Config): Promise<Renderer> {
  await Promise.all(['client', 'admin'].map((folder) => keepStaticFiles(cache, join(DIST, folder))))
  return createBuiltRenderer(DIST, config.publicUrl)
}

async function developmentSite(server: TypedApp, _cache: ReplyCache, config: Config): Promise<Renderer> {
  // Vite is not loaded where a built site is served.
  const { createDevelopmentRenderer } = await import('./platform/rendering/development-site.ts')
  return createDevelopmentRenderer(server, config.publicUrl)
}
