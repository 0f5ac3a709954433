import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PostedForm } from '#contracts/forms.ts'
import { type PageParameters, readPageQuery, writePageQuery } from '#contracts/page-url.ts'
import { PAGES } from '#contracts/paths.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import { dependsOn, PRIVATE_CACHE_CONTROL } from '#server/platform/http/replies/cached-replies.ts'
import type { Generation, ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import {
  createReplyDependencies,
  mergeReplyDependencies,
  type ReplyDependencies,
} from '#server/platform/http/replies/reply-dependencies.ts'
import type { NormalizeQuery } from '#server/platform/http/server/url-normalizer.ts'
import { notFound } from '../app-error.ts'
import { DatabaseUnavailableError } from '../database/database.ts'
import type { FormNotices } from '../form-posts/form-notices.ts'
import { registerFormPosts } from '../form-posts/form-posts.ts'
import type { Renderer } from './renderer.ts'

type PagesOptions = {
  cache: ReplyCache
  renderer: Renderer
  createApi: (dependencies: ReplyDependencies) => PublicApi
  /** Returns the query parameters that the page at a path accepts; `undefined` if there is no such page. */
  findParameters: (path: string) => PageParameters | undefined
  notices: FormNotices
  publicUrl: string
}

/**
 * Registers the catch-all route, which renders the page at a path or redirects to the home page, and the form posts of
 * the pages.
 */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const { cache, renderer, createApi, findParameters, notices, publicUrl } = options
  const render = createRenderCoalescer(options)
  const normalizeQuery = createQueryNormalizer(options)
  // Assets of an older build no longer exist. A redirect would serve HTML where the browser expects a script.
  app.get('/assets/*', { config: { access: 'public' }, schema: { hide: true } }, async () => {
    throw notFound()
  })
  const config = { access: 'public' as const, normalizeQuery }
  app.get('/*', { config, schema: { hide: true } }, async (request, reply) => {
    if (!hasCanonicalPath(request.url) || !findParameters(getPath(request.url))) return reply.redirect(PAGES.home, 302)
    const notice = notices.find(request.url)
    if (notice) return sendPrivatePage(request.url, reply, notice, 200)
    const dependencies = dependsOn(request, cache)
    const { page, html, policy } = await render(request.url, dependencies, reply)
    if (page.status !== 200) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return sendHtml(reply, { status: page.status, html, policy })
  })

  /** Sends a page with the result of a form post, private to this visitor and never cached. */
  async function sendPrivatePage(url: string, reply: FastifyReply, posted: PostedForm, status: number) {
    const { api, throwIfUnavailable } = watchOutages(createApi(createReplyDependencies()))
    const { page, html, policy } = await renderer.render(url, api, posted)
    throwIfUnavailable()
    reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return sendHtml(reply, { status: page.status === 200 ? status : page.status, html, policy })
  }

  registerFormPosts(app, {
    notices,
    publicUrl,
    sendPage(url, reply, posted, status) {
      const path = getPath(url)
      const query = normalizeQuery(path, url.slice(path.length + 1))
      return sendPrivatePage(query === '' ? path : `${path}?${query}`, reply, posted, status)
    },
  })
}

const sendHtml = (reply: FastifyReply, { status, html, policy }: { status: number; html: Buffer; policy: string }) =>
  reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)

/** Normalises a query string: drops unknown parameters and defaults, so that equivalent URLs share one cache entry. */
const createQueryNormalizer =
  ({ findParameters, notices }: PagesOptions): NormalizeQuery =>
  (path, query) => {
    const declaredParameters = findParameters(path)
    if (!declaredParameters) return query
    const hasNotice = notices.find(`${path}?${query}`) !== undefined
    const parameters = Object.fromEntries(
      Object.entries(declaredParameters).filter(
        ([name, { isBrowserOnly }]) => !isBrowserOnly && (name !== 'notice' || hasNotice),
      ),
    )
    return writePageQuery(parameters, readPageQuery(parameters, new URLSearchParams(query)))
  }

const getPath = (url: string): string => url.split('?', 1)[0] ?? ''

type PendingRender = { generation: Generation; dependencies: ReplyDependencies; result: ReturnType<Renderer['render']> }

/**
 * Shares a render among concurrent requests for one URL; otherwise a page that is evicted under load would be rendered for
 * each of them (cache stampede). It stays shared until the reply has been sent, since the reply is cached only then. After an
 * invalidation, or once its data has expired, the next request renders again.
 */
function createRenderCoalescer({ cache, renderer, createApi }: PagesOptions) {
  const pending = new Map<string, PendingRender>()

  function startRender(url: string, reply: FastifyReply): PendingRender {
    const dependencies = createReplyDependencies()
    const { api, throwIfUnavailable } = watchOutages(createApi(dependencies))
    const result = renderer.render(url, api).then((page) => {
      throwIfUnavailable()
      return page
    })
    const render = { generation: cache.generation(), dependencies, result }
    pending.set(url, render)
    const stopSharing = () => {
      if (pending.get(url) === render) pending.delete(url)
    }
    result.catch(stopSharing)
    reply.raw.once('finish', stopSharing).once('close', stopSharing)
    return render
  }

  return async (url: string, dependencies: ReplyDependencies, reply: FastifyReply) => {
    const existing = pending.get(url)
    const isShared = existing?.generation === cache.generation() && !cache.hasExpired(existing.dependencies.expiresAt)
    const render = existing && isShared ? existing : startRender(url, reply)
    const result = await render.result
    mergeReplyDependencies(dependencies, render.dependencies)
    return result
  }
}

/**
 * Records database outages during rendering. Components render a failed call as "not found", which would be wrong while
 * the database is unavailable; `throwIfUnavailable` rethrows the outage.
 */
function watchOutages(api: PublicApi) {
  let outage: DatabaseUnavailableError | undefined
  const watchedApi = new Proxy(api, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(method, target, args)
        } catch (error) {
          if (error instanceof DatabaseUnavailableError) outage = error
          throw error
        }
      }
    },
  })
  return {
    api: watchedApi,
    throwIfUnavailable(): void {
      if (outage) throw outage
    },
  }
}

/**
 * Returns whether a URL has a canonical path. `//host`, `/\\host`, dot segments and unencoded bytes are interpreted
 * differently by the router and by URL resolvers, which allows open redirects; our own links never contain them.
 */
function hasCanonicalPath(url: string): boolean {
  const path = getPath(url)
  return !path.startsWith('//') && URL.parse(path, 'http://localhost')?.pathname === path
}
