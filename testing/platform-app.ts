/** Creates the HTTP layer alone, with minimal routes for its tests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { findReplySchema } from '#contracts/call.ts'
import { pageNumber, text } from '#contracts/page-url.ts'
import { page } from '#contracts/paths.ts'
import { systemClock } from '#server/platform/clock.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { createFlashMessages } from '#server/platform/form-posts/flash-messages.ts'
import { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { limitExpiry } from '#server/platform/http/replies/reply-dependencies.ts'
import type { RegisterRoutes, RouteTools } from '#server/platform/http/server/routes.ts'
import { createHttpServer, registerRoutes, type ServerOptions } from '#server/platform/http/server/server.ts'
import { registerPages } from '#server/platform/rendering/pages.ts'
import type { Renderer } from '#server/platform/rendering/renderer.ts'
import { cacheStaticFiles } from '#server/platform/rendering/static-files.ts'
import { createTestClock } from './test-app.ts'

/** Internal details that must not appear in error replies. */
export const CRASH_DETAILS = 'SELECT password FROM users -- /srv/zhijian/server'

/** A text that takes long to compress. */
const LARGE_TEXT = Array.from({ length: 400_000 }, (_, index) => (index * 7_919) % 100_003).join()

const SECRET = 'a secret for tests alone, 32 letters'

const PARAMETERS = { tab: text(), page: pageNumber() }
/** Pages with other paths under some of the site's names. */
const PAGES = {
  home: page('/', '首页', PARAMETERS),
  community: page('/slow', '等待的页面', PARAMETERS),
  selection: page('/large', '大页面', PARAMETERS),
  search: page('/crash', '出错的页面', PARAMETERS),
  submit: page('/gone', '没有的页面', PARAMETERS),
  product: page('/products/:id', '产品', PARAMETERS),
}

const PUBLIC = { config: { access: 'public' as const } }

/** Creates a promise that delays a reply until the test opens the gate. */
function createGate() {
  let openGate = () => {}
  const opened = new Promise<void>((resolve) => {
    openGate = resolve
  })
  return { opened, open: () => openGate() }
}

/** Remembers nothing, since there is no database. */
export const NO_IDEMPOTENCY: RouteTools['idempotency'] = {
  findResult: async () => undefined,
  run: (_request, handle) => handle(),
}

/** Creates the app; `cacheMaxBytes` is the size of its reply cache in bytes. */
export async function createPlatformApp(options: Partial<ServerOptions> = {}, cacheMaxBytes?: number) {
  const clock = createTestClock()
  const cache = new ReplyCache({ maxBytes: cacheMaxBytes, clock })
  /** When the routes' data expires. */
  const expiry: { at: string | null } = { at: null }
  const gate = createGate()
  /** Pages that reply with 404. */
  const missingPages = new Set(['/gone'])
  /** Whether the database is unavailable. */
  const outage = { isOn: false }
  const assertAvailable = () => {
    if (outage.isOn) throw new DatabaseUnavailableError(new Error('connect ECONNREFUSED 127.0.0.1:5432'))
  }
  const counts = { requests: 0, reads: 0, renders: 0, rendered: 0 }
  const server = await createHttpServer({
    cache,
    trustProxy: false,
    rateLimits: false,
    logLevel: 'silent',
    checkReplies: true,
    ...options,
  })
  server.addHook('onRequest', async () => {
    counts.requests += 1
  })

  const routes: RegisterRoutes = (app, { trackDependencies, setExpiry }) => {
    const reply = { schema: { response: { 200: findReplySchema(z.unknown()) } } }
    app.get('/api/thing', { ...PUBLIC, ...reply }, async (request) => {
      trackDependencies(request, 'thing')
      setExpiry(request, expiry.at)
      counts.reads += 1
      return { success: true as const, data: { reads: counts.reads, text: '智鉴'.repeat(400) } }
    })
    app.get('/api/thing/:id', { ...PUBLIC, ...reply }, async (request) => ({
      success: true as const,
      data: request.params,
    }))
    const EchoSchema = z.object({ name: z.string().min(1), page: z.number().int().optional() })
    app.post('/api/echo', { ...PUBLIC, schema: { ...reply.schema, body: EchoSchema } }, async (request) => ({
      success: true as const,
      data: request.body,
    }))
    const QuerySchema = z.object({ search: z.string().default(''), page: z.coerce.number().int().default(1) })
    app.get('/api/search', { ...PUBLIC, schema: { ...reply.schema, querystring: QuerySchema } }, async (request) => ({
      success: true as const,
      data: request.query,
    }))
    app.get('/api/cached', { ...PUBLIC, schema: { ...reply.schema, querystring: QuerySchema } }, async (request) => {
      trackDependencies(request, 'thing')
      assertAvailable()
      counts.reads += 1
      return { success: true as const, data: request.query }
    })
    app.get('/api/client-ip', { ...PUBLIC, ...reply }, async (request) => ({
      success: true as const,
      data: request.ip,
    }))
    app.get('/api/slow', { ...PUBLIC, ...reply }, async () => {
      await gate.opened
      return { success: true as const, data: 'done' }
    })
    app.get('/api/limited', { config: { access: 'public', callsPerMinute: 2 }, ...reply }, async () => ({
      success: true as const,
      data: null,
    }))
    app.get('/api/crash', PUBLIC, async () => {
      throw new Error(CRASH_DETAILS)
    })
    app.get('/api/crash-without-error', PUBLIC, () => Promise.reject(undefined))
    app.get('/api/fail-late', PUBLIC, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000').header('etag', '"1"')
      throw new Error(CRASH_DETAILS)
    })
  }
  registerRoutes(server, { cache, idempotency: NO_IDEMPOTENCY }, [routes])

  const renderer: Renderer = {
    admin: async () => ({ html: '', contentSecurityPolicy: '' }),
    async render({ url }, call) {
      counts.renders += 1
      if (url.startsWith('/crash')) throw new Error(CRASH_DETAILS)
      if (url.startsWith('/slow')) await gate.opened
      // As the site does, which renders a failed read as a missing page.
      const failures = await call('getSite').then(() => [], (error: unknown) => [error]) // biome-ignore format: one line
      const contentSecurityPolicy = "default-src 'none'; script-src 'self'"
      const status = missingPages.has(url) ? 404 : 200
      const html = `<!doctype html><p>${url} ${url.startsWith('/large') ? LARGE_TEXT : '智鉴'.repeat(400)}</p>`
      counts.rendered += 1
      return {
        page: { status, head: '', body: [], state: '', module: '', failures },
        html: Buffer.from(html),
        contentSecurityPolicy,
      }
    },
  }
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-files-'))
  await writeFile(join(folder, 'site.css'), 'a{color:red}'.repeat(100))
  await writeFile(join(folder, 'seal.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await cacheStaticFiles(cache, folder)
  await rm(folder, { recursive: true })
  registerPages(server, {
    findPreview: async () => ({ status: 'ended' }),
    cache,
    renderer,
    flashMessages: createFlashMessages({ encryption: createEncryption(SECRET), clock: systemClock }),
    publicUrl: 'http://zhijian.test',
    pages: PAGES,
    createApi: (dependencies) => async () => {
      assertAvailable()
      dependencies.topics.add('thing')
      limitExpiry(dependencies, expiry.at)
      throw new Error('the pages show nothing')
    },
  })
  return { server, cache, clock, expiry, gate, missingPages, outage, counts }
}
