import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FormOutcome } from '#contracts/forms.ts'
import { formatPageQuery, type PageParameters, parsePageQuery } from '#contracts/page-url.ts'
import { PAGES } from '#contracts/paths.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import { PRIVATE_CACHE_CONTROL, trackDependencies } from '#server/platform/http/replies/cached-replies.ts'
import type { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { createReplyDependencies, type ReplyDependencies } from '#server/platform/http/replies/reply-dependencies.ts'
import type { NormalizeQuery } from '#server/platform/http/server/url-normalizer.ts'
import { notFound } from '../app-error.ts'
import type { FlashMessages } from '../form-posts/flash-messages.ts'
import { registerFormPosts } from '../form-posts/form-posts.ts'
import { detectOutages } from './detect-outages.ts'
import { createRenderCoalescer } from './render-coalescer.ts'
import type { Renderer } from './renderer.ts'

type PagesOptions = {
  cache: ReplyCache
  renderer: Renderer
  createApi: (dependencies: ReplyDependencies) => PublicApi
  /** Returns the query parameters that the page at a path accepts; `undefined` if there is no such page. */
  findParameters: (path: string) => PageParameters | undefined
  flashMessages: FlashMessages
  publicUrl: string
}

/**
 * Registers the catch-all route, which renders the page at a path or redirects to the home page, and the form posts of
 * the pages.
 */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const { cache, renderer, createApi, findParameters, flashMessages, publicUrl } = options
  const renderOnce = createRenderCoalescer(options)
  const normalizeQuery = createQueryNormalizer(options)
  // Assets of an older build no longer exist. A redirect would serve HTML where the browser expects a script.
  app.get('/assets/*', { config: { access: 'public' }, schema: { hide: true } }, async () => {
    throw notFound()
  })
  const config = { access: 'public' as const, normalizeQuery }
  app.get('/*', { config, schema: { hide: true } }, async (request, reply) => {
    // An unknown URL redirects to the home page, from which a visitor can continue, instead of an error page.
    if (!hasCanonicalPath(request.url) || !findParameters(getPath(request.url))) return reply.redirect(PAGES.home, 302)
    const form = flashMessages.find(request.url)
    if (form) return sendPrivatePage(request.url, reply, form, 200)
    const dependencies = trackDependencies(request, cache)
    const { page, html, contentSecurityPolicy } = await renderOnce(request.url, dependencies, reply)
    if (page.status !== 200) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return sendHtml(reply, { status: page.status, html, contentSecurityPolicy })
  })

  /** Sends a page with the result of a form post, private to this visitor and never cached. */
  async function sendPrivatePage(url: string, reply: FastifyReply, formOutcome: FormOutcome, formStatus: number) {
    const { api, throwIfUnavailable } = detectOutages(createApi(createReplyDependencies()))
    const { page, html, contentSecurityPolicy } = await renderer.render(url, api, formOutcome)
    throwIfUnavailable()
    reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    const status = page.status === 200 ? formStatus : page.status
    return sendHtml(reply, { status, html, contentSecurityPolicy })
  }

  registerFormPosts(app, {
    flashMessages,
    publicUrl,
    sendPage(url, reply, formOutcome, status) {
      const path = getPath(url)
      const query = normalizeQuery(path, url.slice(path.length + 1))
      return sendPrivatePage(query === '' ? path : `${path}?${query}`, reply, formOutcome, status)
    },
  })
}

const sendHtml = (
  reply: FastifyReply,
  { status, html, contentSecurityPolicy }: { status: number; html: Buffer; contentSecurityPolicy: string },
) =>
  reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(html)

/** Normalizes a query string: drops unknown parameters and defaults, so that equivalent URLs share one cache entry. */
const createQueryNormalizer =
  ({ findParameters, flashMessages }: PagesOptions): NormalizeQuery =>
  (path, query) => {
    const declaredParameters = findParameters(path)
    if (!declaredParameters) return query
    const hasNotice = flashMessages.find(`${path}?${query}`) !== undefined
    const parameters = Object.fromEntries(
      Object.entries(declaredParameters).filter(([name, { isBrowserOnly }]) =>
        name === 'notice' ? hasNotice : !isBrowserOnly,
      ),
    )
    return formatPageQuery(parameters, parsePageQuery(parameters, new URLSearchParams(query)))
  }

const getPath = (url: string): string => url.split('?', 1)[0] ?? ''

/**
 * Returns whether a URL has a canonical path. `//host`, `/\host`, dot segments and unencoded bytes are interpreted
 * differently by the router and by URL resolvers, which allows open redirects; our own links never contain them.
 */
function hasCanonicalPath(url: string): boolean {
  const path = getPath(url)
  return !path.startsWith('//') && URL.parse(path, 'http://localhost')?.pathname === path
}
