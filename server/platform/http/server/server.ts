/** Creates the HTTP server on which every module's routes are registered. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { BODY } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AppError, invalid, notFound } from '#server/platform/app-error.ts'
import type { SharedCounters } from '#server/platform/database/shared-counters.ts'
import { parseJsonBody } from '#server/platform/http/bodies/json-body.ts'
import { createServer } from '#server/platform/http/node-http.ts'
import { registerCachedReplies, trackDependencies } from '#server/platform/http/replies/cached-replies.ts'
import type { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { limitExpiry } from '#server/platform/http/replies/reply-dependencies.ts'
import { toLoggedError } from '#server/platform/log-error.ts'
import { startBodyDeadline } from './body-deadline.ts'
import { apiNotFound, registerErrorHandler, sendErrorReply, toAppError } from './errors.ts'
import { trimForwardedFor } from './forwarded-for.ts'
import { registerLoadShedding } from './load-shedding.ts'
import { replyToMalformedRequest } from './malformed-requests.ts'
import { isUrlTooLong, malformedUrl } from './malformed-url.ts'
import { collectMethods, handleUnsupportedMethod, rejectMethod } from './methods.ts'
import { ROUTER_OPTIONS } from './path-router.ts'
import { createRequestIdGenerator } from './request-ids.ts'
import { registerRequestLog } from './request-log.ts'
import type { RegisterRoutes, RouteTools, TypedApp } from './routes.ts'
import { DATA_POLICY, SECURITY_HEADERS } from './security-headers.ts'
import { createSharedRateLimits } from './shared-rate-limits.ts'
import { createUrlNormalizer, isAmbiguousUrl, type UrlNormalizer } from './url-normalizer.ts'

export type ServerOptions = {
  cache: ReplyCache
  /** The proxies whose forwarded IP addresses are trusted. */
  trustProxy: false | string
  rateLimits: boolean
  /** Shares rate limits among all nodes; if absent, they apply to this node only. */
  rateLimitCounters?: SharedCounters | undefined
  /** Whether requests are rejected while the process is overloaded. */
  hasLoadShedding?: boolean
  /** Returns `false` to simulate an overload; for tests. */
  healthCheck?: () => Promise<boolean>
  logLevel: string
  /** Receives the log instead of standard output; for tests. */
  logStream?: { write(line: string): void }
  /** Throws if a reply doesn't match its route's schema; for tests. */
  checkReplies: boolean
  /** Shorter timeouts for tests of slow clients. */
  timeouts?: Partial<typeof TIMEOUTS>
}

/** The default rate limit per minute and IP address; routes may have their own. Cached replies don't count. */
const REQUESTS_PER_MINUTE = 600
/**
 * In milliseconds. A request must arrive completely within 30 s, checked every 2 s; one with a large file within ten
 * minutes. Keep-alive lasts longer than a load balancer's own (usually 60 s), so that the balancer never reuses a
 * closed connection.
 */
const TIMEOUTS = {
  requestTimeout: 30_000,
  largeFileTimeout: 600_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
}

/** Leaves room for the longest URL that is routed; a request with larger headers is rejected on the socket. */
const MAX_HEADER_BYTES = 48 * 1024

const IDLE_SWEEP_INTERVAL_MS = 50

const HOST = 'host'

/** Creates the server without routes; it doesn't listen yet. */
export async function createHttpServer(options: ServerOptions): Promise<TypedApp> {
  const app = createFastify(options)
  registerGracefulClose(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(options.checkReplies ? checkedSerializer : plainSerializer)
  await registerBodyParsers(app)
  registerRequestLog(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('content-security-policy', DATA_POLICY)
    if (hasSeveralHosts(request.raw)) throw invalid(MESSAGES.severalHosts)
    if (isUrlTooLong(request.url)) throw new AppError('uriTooLong')
    if (isAmbiguousUrl(request.url)) throw malformedUrl(request.url)
    if (request.routeOptions.config.isCrossOrigin) reply.header('access-control-allow-origin', '*')
  })
  if (options.hasLoadShedding) await registerLoadShedding(app, { healthCheck: options.healthCheck })
  registerErrorHandler(app, options.cache)
  registerCachedReplies(app, options.cache)
  if (options.rateLimits) await registerRateLimits(app, options.rateLimitCounters)
  app.setNotFoundHandler(async (request, reply) => {
    if (/^\/api(\/|\?|$)/.test(request.url)) throw apiNotFound()
    if (request.method === 'GET' || request.method === 'HEAD') throw notFound()
    return rejectMethod(reply, 'GET, HEAD')
  })
  return app
}

function createFastify(options: ServerOptions): TypedApp {
  const urlNormalizer = createUrlNormalizer()
  const app = Fastify({
    logger: {
      level: options.logLevel,
      serializers: { err: toLoggedError },
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: options.trustProxy,
    bodyLimit: BODY.form,
    genReqId: createRequestIdGenerator(options.trustProxy),
    routerOptions: ROUTER_OPTIONS,
    // Otherwise the framework loads its JSON Schema compilers, though all our schemas are Zod's.
    schemaController: { compilersFactory: { buildValidator: rejectCompilation, buildSerializer: rejectCompilation } },
    // While closing, requests on open connections are still handled, and the connection is closed after the reply.
    return503OnClosing: false,
    frameworkErrors(error, request, reply) {
      const appError = toAppError(error)
      sendErrorReply(reply, request, appError.code === 'malformedUrl' ? malformedUrl(request.url) : appError)
    },
    clientErrorHandler: replyToMalformedRequest,
    serverFactory: (handleByFramework) => createNodeServer(options, urlNormalizer, handleByFramework),
  }).withTypeProvider<ZodTypeProvider>()
  app.addHook('onRoute', (route) => urlNormalizer.add(route))
  return app
}

/** Creates Node's server, which sends cached replies itself and passes all other requests to the framework. */
function createNodeServer(
  { cache, timeouts: changedTimeouts }: ServerOptions,
  urlNormalizer: UrlNormalizer,
  handleByFramework: RequestListener,
): Server {
  const { requestTimeout, largeFileTimeout, ...timeouts } = { ...TIMEOUTS, ...changedTimeouts }
  return createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, ...timeouts, requestTimeout: largeFileTimeout },
    (request, response) => {
      startBodyDeadline(request, requestTimeout)
      trimForwardedFor(request.headers)
      const { method = '', url = '' } = request
      // A URL that is too long is rejected later, unchanged.
      if (!isUrlTooLong(url)) request.url = urlNormalizer.normalize(method, url)
      if (hasSeveralHosts(request) || !cache.respond(request, response)) handleByFramework(request, response)
    },
  )
}

/**
 * Returns whether a request has several `Host` lines, which servers must reject (RFC 9112, section 3.2): Node uses the
 * first, a proxy may have used another.
 */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === HOST.length && rawHeaders[index]?.toLowerCase() === HOST) count += 1
  return count > 1
}

/** Closes each open connection after its current reply once the server starts to close. */
function registerGracefulClose(app: TypedApp): void {
  app.addHook('preClose', async () => {
    app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false
    })
    // Node closes only connections that are idle now; the others would stay open for a minute after their last request.
    const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS)
    app.server.once('close', () => clearInterval(sweep))
  })
}

async function registerBodyParsers(app: TypedApp): Promise<void> {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body, { bytes: request.routeOptions.config.call?.bodyLimit }),
  )
  app.removeContentTypeParser('text/plain')
  await app.register(multipart)
}

async function registerRateLimits(app: TypedApp, rateLimitCounters: SharedCounters | undefined) {
  const limits = createSharedRateLimits(rateLimitCounters)
  app.addHook('onClose', async () => limits.stop())
  app.addHook('onRoute', (route) => {
    const { callsPerMinute, limitGroup: group } = route.config ?? {}
    if (callsPerMinute !== undefined) Object.assign(route.config ?? {}, { rateLimit: { max: callsPerMinute, group } })
  })
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    // The plugin's default store blocks an IP address for as long as the clock has been set back.
    store: limits.Store,
    errorResponseBuilder: () => new AppError('tooManyRequests'),
  })
}

/** Registers the modules' routes, and a 404 in JSON for unknown paths under `/api`. */
export function registerRoutes(
  app: TypedApp,
  { cache, idempotency }: { cache: ReplyCache; idempotency: RouteTools['idempotency'] },
  modules: readonly (RegisterRoutes | readonly RegisterRoutes[])[],
): void {
  const tools: RouteTools = {
    idempotency,
    trackDependencies(request, ...topics) {
      trackDependencies(request, cache, ...topics)
    },
    setExpiry(request, time) {
      limitExpiry(trackDependencies(request, cache), time)
    },
    createCallLimit({ group, callsPerMinute }) {
      const options = { max: callsPerMinute, group }
      const count = app.hasDecorator('createRateLimit') ? app.createRateLimit(options) : undefined
      return async (request) => {
        const limit = await count?.(request)
        if (limit && !limit.isAllowed && limit.isExceeded)
          throw new AppError('tooManyRequests', undefined, { retryAfterSeconds: limit.ttlInSeconds })
      }
    },
  }
  const findMethods = collectMethods(app, '/api/')
  for (const routes of modules.flat()) routes(app, tools)
  const handleRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    handleUnsupportedMethod(request, reply, {
      allowedMethods: findMethods(request.url),
      notFoundError: apiNotFound(),
    })
  for (const path of ['/api', '/api/*'])
    app.all(
      path,
      { config: { access: 'public', isFallback: true }, schema: { hide: true }, onRequest: handleRequest },
      handleRequest,
    )
}

const rejectCompilation = () => () => {
  throw new Error('schemas are compiled by Zod only')
}

/** Serializes without the schema: views already build replies field by field. */
const plainSerializer: FastifySerializerCompiler<unknown> = () => (data) => JSON.stringify(data)

/** Serializes as `plainSerializer` does, but throws if the reply doesn't match its route's schema. */
const checkedSerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const checked = schema.safeParse(data)
    if (!checked.success) throw new Error(`${method} ${url} replied outside its schema: ${checked.error.message}`)
    return JSON.stringify(data)
  }
