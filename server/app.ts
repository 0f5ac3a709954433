/** Puts the server together: services, guards, routes, in this order. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CALLS } from '#contracts/calls.ts'
import { findSitePage, SITE_PAGES } from '#contracts/paths.ts'
import { describeApi } from './api-description.ts'
import { startBackgroundWork } from './background-work.ts'
import { createBackupTarget } from './backup-target.ts'
import type { Config } from './config.ts'
import { accountLinkRoutes } from './modules/account-links/routes.ts'
import { alarmRoutes } from './modules/alarms/routes.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { brandingRoutes } from './modules/branding/routes.ts'
import { communityRoutes } from './modules/community/routes.ts'
import { contentRoutes, editingRoutes } from './modules/content/routes.ts'
import { discoveryRoutes } from './modules/discovery/routes.ts'
import { createDiscoveryService } from './modules/discovery/service.ts'
import { draftRoutes } from './modules/drafts/routes.ts'
import { methodRoutes } from './modules/evaluation/methods/routes.ts'
import { evaluationRoutes } from './modules/evaluation/routes.ts'
import { evaluationAnalysisRoutes } from './modules/evaluation-analysis/routes.ts'
import { judgingRoutes, projectReadingRoutes, projectRoutes } from './modules/evaluation-projects/routes.ts'
import { publicationRoutes, publishedEvaluationRoutes } from './modules/evaluation-publishing/routes.ts'
import { eventCalendarRoutes, eventRoutes } from './modules/events/routes.ts'
import { attributeRoutes } from './modules/facts/attributes/routes.ts'
import { factRoutes } from './modules/facts/routes.ts'
import { fileRoutes } from './modules/files/routes.ts'
import type { PasswordCost } from './modules/identity/passwords.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { latestRoutes } from './modules/latest/routes.ts'
import { leadRoutes } from './modules/leads/routes.ts'
import { mailRoutes } from './modules/mail/routes.ts'
import { mcpRoutes } from './modules/mcp/routes.ts'
import { memberReviewRoutes, reviewModerationRoutes } from './modules/member-reviews/routes.ts'
import { registerMetrics } from './modules/metrics/routes.ts'
import { markdownRoutes, openDataRoutes } from './modules/open-data/routes.ts'
import { productReviewRoutes } from './modules/product-reviews/routes.ts'
import { productEditingRoutes, productRoutes } from './modules/products/routes.ts'
import { productTableRoutes } from './modules/products/tables/routes.ts'
import { registrationRoutes } from './modules/registration/routes.ts'
import { settingsRoutes } from './modules/settings/routes.ts'
import { SETTINGS_CHANGE } from './modules/settings/service.ts'
import { shortlistRoutes } from './modules/shortlists/routes.ts'
import { similarProductRoutes } from './modules/similar-products/routes.ts'
import { siteSearchRoutes } from './modules/site-search/routes.ts'
import { submissionReviewRoutes } from './modules/submission-review/routes.ts'
import { submissionRoutes } from './modules/submissions/routes.ts'
import { systemRoutes } from './modules/system/routes.ts'
import { uploadRoutes } from './modules/uploads/routes.ts'
import { userRoutes } from './modules/users/routes.ts'
import { vendorProductRoutes } from './modules/vendor-products/routes.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createSharedCounts } from './platform/database/shared-counts.ts'
import { createEncryption } from './platform/encryption.ts'
import { findFreeSpace } from './platform/files/free-space.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { createFormNotices } from './platform/form-posts/form-notices.ts'
import { type GuardedRoute, registerGuard } from './platform/http/guard/guard.ts'
import { registerSecurityLog } from './platform/http/guard/security-log.ts'
import { descriptionRoutes } from './platform/http/openapi/description-routes.ts'
import { ReplyCache } from './platform/http/replies/reply-cache.ts'
import { registerHealth } from './platform/http/server/health.ts'
import type { TypedApp } from './platform/http/server/routes.ts'
import { createHttpServer, registerRoutes } from './platform/http/server/server.ts'
import { findCommit, VERSION } from './platform/release.ts'
import { registerAdminPage } from './platform/rendering/admin-page.ts'
import { createBuiltRenderer } from './platform/rendering/built-site.ts'
import { keepReads } from './platform/rendering/kept-reads.ts'
import { registerPages } from './platform/rendering/pages.ts'
import type { Renderer } from './platform/rendering/renderer.ts'
import { cacheStaticFiles } from './platform/rendering/static-files.ts'
import { createPublicReads, SHARED_READS } from './public-reads.ts'
import { createServices, type Services } from './services.ts'
import { logSlowStatements } from './slow-statements.ts'

const findPageParameters = (path: string) => {
  const match = findSitePage(path)
  return match && SITE_PAGES[match.name].parameters
}

const DIST = join(import.meta.dirname, '../dist')

export type App = { server: TypedApp; services: Services; routes: readonly GuardedRoute[] }
type AppOptions = {
  config: Config
  database: Database
  clock?: Clock
  pages?: boolean
  mails?: boolean
  passwordCost?: PasswordCost
}

/**
 * Creates the server. `pages: false` omits the site, for tests of the calls alone; `mails: false` leaves mails in the
 * outbox, for tests that look at them there; `passwordCost` is lower in tests.
 */
export async function createApp({
  config,
  database,
  clock = systemClock,
  pages = true,
  mails = true,
  passwordCost,
}: AppOptions): Promise<App> {
  const cache = new ReplyCache(undefined, clock)
  const store = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
  const services = createServices({
    ...config,
    database,
    store,
    clock,
    passwordCost,
    node: `${hostname()}:${config.port}`,
    backups: createBackupTarget(config),
  })
  const { settings, products, content, submissions, identity, community, leads, uploads } = services
  await services.facts.attributes.addStarting()
  const isTest = config.environment === 'test'
  const server = await createHttpServer({
    ...config,
    cache,
    checkReplies: isTest,
    overload: isTest ? undefined : {},
    sharedCounts: database.kind === 'postgres' ? createSharedCounts(database, clock) : undefined,
  })
  const routes = registerGuard(server, identity.sessions.authenticate)
  const security = registerSecurityLog(server, services.securityEvents.record)
  const stopLogging = logSlowStatements(database, server.log, config.slowQueryMs)

  registerHealth(server, database)
  registerRoutes(server, cache, [
    settingsRoutes(settings),
    brandingRoutes(services.branding),
    systemRoutes(services.system),
    alarmRoutes(services.alarms),
    contentRoutes(content, products),
    editingRoutes(content),
    draftRoutes(services.drafts),
    productRoutes(products, services.facts, services.publishedEvaluations),
    productEditingRoutes(products),
    attributeRoutes(services.facts.attributes),
    factRoutes(services.facts),
    productReviewRoutes(services.productReviews),
    memberReviewRoutes(services.memberReviews),
    vendorProductRoutes(services.vendorProducts),
    reviewModerationRoutes(services.memberReviews),
    productTableRoutes(services.productTables, products),
    submissionRoutes(submissions),
    submissionReviewRoutes(services.submissionReview, submissions),
    identityRoutes(identity),
    registrationRoutes(services.registration),
    accountLinkRoutes(services.accountLinks),
    userRoutes(services.users),
    fileRoutes(services.files),
    evaluationRoutes(services.evaluation),
    methodRoutes(services.methods),
    evaluationAnalysisRoutes(services.evaluationAnalysis),
    projectRoutes(services.evaluationProjects),
    judgingRoutes(services.evaluationProjects),
    projectReadingRoutes(services.evaluationProjects),
    publishedEvaluationRoutes(services.evaluationPublishing, services.publishedEvaluations),
    publicationRoutes(services.evaluationPublishing, services.publishedEvaluations),
    communityRoutes(community, uploads),
    eventRoutes(services.events),
    eventCalendarRoutes({ content, settings, publicUrl: config.publicUrl }),
    leadRoutes(leads),
    auditRoutes(services.audit),
    uploadRoutes(uploads),
    analyticsRoutes(services.analytics, config.publicUrl),
    mailRoutes(services.mail),
    discoveryRoutes(createDiscoveryService({ products, settings, publicUrl: config.publicUrl, clock })),
    latestRoutes(services.latest),
    similarProductRoutes(services.similarProducts),
    shortlistRoutes(services.shortlists),
    siteSearchRoutes(services.siteSearch),
    openDataRoutes(services.openData),
    markdownRoutes({ products, settings, publicUrl: config.publicUrl }),
    mcpRoutes({
      products,
      facts: services.facts,
      methods: services.methods,
      analysis: services.evaluationAnalysis,
      publicUrl: config.publicUrl,
      getSiteName: async () => (await settings.getGeneral()).siteName,
    }),
    descriptionRoutes({
      calls: CALLS,
      getInfo: async () => describeApi((await settings.getGeneral()).siteName),
      dependsOn: [SETTINGS_CHANGE],
      publicUrl: config.publicUrl,
    }),
  ])
  if (pages) {
    const openSite = config.environment === 'development' ? openDevelopmentSite : openBuiltSite
    const renderer = await openSite(server, cache, config)
    registerAdminPage(server, renderer.admin, async () => (await settings.getGeneral()).siteName)
    registerPages(server, {
      cache,
      renderer,
      createReads: keepReads(cache, (sources) => createPublicReads(services, sources), SHARED_READS),
      findParameters: findPageParameters,
      notices: createFormNotices({ encryption: createEncryption(config.appSecret, config.previousSecrets), clock }),
      publicUrl: config.publicUrl,
    })
  }

  const { jobs } = startBackgroundWork({ server, services, database, clock, mails })
  await registerMetrics(server, config.metricsToken, {
    database,
    cache,
    security,
    jobs,
    slowQueryMs: config.slowQueryMs,
    readOutbox: services.mail.outbox.measure,
    readBackups: services.backups.read,
    listAlarms: async () => (await services.alarms.list()).map(({ name }) => name),
    findFreeSpace: () => findFreeSpace(config.dataDir),
    release: { version: VERSION, findCommit },
  })
  const unsubscribe = database.changes.subscribe((names) => cache.invalidate(names))
  server.addHook('onClose', async () => {
    unsubscribe()
    stopLogging()
    await services.productTables.imports.close()
    await services.evaluationAnalysis.close()
  })
  return { server, services, routes }
}

async function openBuiltSite(_server: TypedApp, cache: ReplyCache, config: Config): Promise<Renderer> {
  await Promise.all(['client', 'admin'].map((folder) => cacheStaticFiles(cache, join(DIST, folder))))
  return createBuiltRenderer(DIST, config.publicUrl)
}

async function openDevelopmentSite(server: TypedApp, _cache: ReplyCache, config: Config): Promise<Renderer> {
  // Vite is not loaded if a built site is served.
  const { createDevelopmentRenderer } = await import('./platform/rendering/development-site.ts')
  return createDevelopmentRenderer(server, config.publicUrl)
}
