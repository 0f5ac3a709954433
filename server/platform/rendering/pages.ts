import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addPreviewToken } from '#contracts/content-drafts/preview-url.ts'
import type { FormOutcome } from '#contracts/forms.ts'
import { formatPageQuery, type PageParameters, parsePageQuery } from '#contracts/page-url.ts'
import {
  fillPath,
  matchSitePage,
  PAGES,
  type Page,
  type PageRequest,
  SITE_PAGES,
  type SitePageName,
} from '#contracts/paths.ts'
import type { CallPublicApi } from '#contracts/public-api.ts'
import { PRIVATE_CACHE_CONTROL, trackDependencies } from '#server/platform/http/replies/cached-replies.ts'
import type { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { createReplyDependencies, type ReplyDependencies } from '#server/platform/http/replies/reply-dependencies.ts'
import { notFound } from '../app-error.ts'
import type { FlashMessages } from '../form-posts/flash-messages.ts'
import { registerFormPosts } from '../form-posts/form-posts.ts'
import { addPreviewHeaders, type FindPreview, findPreviewToken, sendPlainPreview } from './preview-pages.ts'
import { createRenderCoalescer } from './render-coalescer.ts'
import { type Rendered, type Renderer, throwIfUnavailable } from './renderer.ts'

type PageRoute = { Params: Record<string, string> }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page of the site to which the route belongs. */
    page?: SitePageName
  }
}

type PagesOptions = {
  /** The pages of the site by name; tests of the HTTP layer have pages of their own. */
  pages: Readonly<Partial<Record<SitePageName, Page>>>
  cache: ReplyCache
  renderer: Renderer
  /** Creates the API that a page reads, which adds to the dependencies of the page's reply. */
  createApi: (dependencies: ReplyDependencies) => CallPublicApi
  flashMessages: FlashMessages
  /** Finds the drafts of preview links. */
  findPreview: FindPreview
  publicUrl: string
}

/**
 * Registers a route for each page, which renders it, and one for all other paths, which redirects. Registers the form
 * posts of the pages.
 */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const { pages, cache, renderer, createApi, flashMessages, findPreview, publicUrl } = options
  const renders = createRenderCoalescer(options)
  // Assets of an older build no longer exist. A redirect would serve HTML where the browser expects a script.
  app.get('/assets/*', { config: { access: 'public' }, schema: { hide: true } }, async () => {
    throw notFound()
  })
  for (const name of PAGE_NAMES) if (pages[name]) registerPage(name, pages[name])
  const fallback = { access: 'public' as const, normalizeQuery: (_path: string, query: string) => query }
  app.get('/*', { config: fallback, schema: { hide: true } }, async (request, reply) =>
    // Not an error page: a visitor can continue from the home page.
    reply.redirect(findPageUrl(request.url) ?? PAGES.home, 302),
  )
  registerFormPosts(app, {
    flashMessages,
    publicUrl,
    sendPage(request, reply, formOutcome, status) {
      const page = toPageRequest(request)
      const path = getPath(page.url)
      const query = normalizeQuery(pages[page.name]?.parameters ?? {}, page.url.slice(path.length))
      return sendPrivatePage({ ...page, url: query === '' ? path : `${path}?${query}` }, reply, formOutcome, status)
    },
  })

  function registerPage(name: SitePageName, { path, parameters }: Page): void {
    const findNotice = (url: string) => ('notice' in parameters ? flashMessages.find(name, url) : undefined)
    const config = {
      access: 'public' as const,
      page: name,
      normalizeQuery: (_path: string, query: string) => {
        const normalized = normalizeQuery(parameters, query, findNotice(`?${query}`))
        const token = findPreviewToken(query)
        return token === undefined ? normalized : addPreviewToken(normalized, token)
      },
    }
    // A route's hook runs after the one that caches its reply.
    const onSend = async (request: FastifyRequest) => renders.release(request.url)
    app.get<PageRoute>(path, { config, schema: { hide: true }, onSend }, async (request, reply) => {
      if (!hasCanonicalPath(request.url)) return reply.redirect(PAGES.home, 302)
      const page = toPageRequest(request)
      const token = findPreviewToken(page.url.slice(getPath(page.url).length))
      if (token !== undefined) return sendPreview(page, reply, token)
      const notice = findNotice(page.url)
      if (notice) return sendPrivatePage(page, reply, notice, 200)
      const dependencies = trackDependencies(request, cache)
      const rendered = await renders.render(page, dependencies)
      if (rendered.page.status !== 200) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
      return sendHtml(reply, rendered, rendered.page.status)
    })
  }

  /** Sends a page with the draft that a preview link shows. */
  async function sendPreview(page: PageRequest, reply: FastifyReply, token: string) {
    const preview = await findPreview(token)
    if (preview.status !== 'shown') return sendPlainPreview(reply, preview.status)
    if (preview.page !== page.name) return sendPlainPreview(reply, 'ended')
    const call = preview.createApi(createApi(createReplyDependencies()))
    const rendered = await renderer.render(page, call, { preview: { expiresAt: preview.expiresAt } })
    throwIfUnavailable(rendered.page)
    return sendHtml(addPreviewHeaders(reply), rendered, rendered.page.status)
  }

  /** Sends a page with the result of a form post, private to this visitor and never cached. */
  async function sendPrivatePage(page: PageRequest, reply: FastifyReply, formOutcome: FormOutcome, formStatus: number) {
    const rendered = await renderer.render(page, createApi(createReplyDependencies()), { formOutcome })
    throwIfUnavailable(rendered.page)
    reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return sendHtml(reply, rendered, rendered.page.status === 200 ? formStatus : rendered.page.status)
  }
}

const PAGE_NAMES = Object.keys(SITE_PAGES).filter((name): name is SitePageName => Object.hasOwn(SITE_PAGES, name))

/** Returns the page of a request that its route has matched. */
function toPageRequest({ url, params, routeOptions: { config } }: FastifyRequest<PageRoute>): PageRequest {
  if (!config.page) throw new Error('the route declares no page')
  return { url, name: config.page, params }
}

const sendHtml = (reply: FastifyReply, { html, contentSecurityPolicy }: Rendered, status: number) =>
  reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(html)

/**
 * Normalizes the query string of a page: drops unknown parameters and defaults, so that equivalent URLs share one cache
 * entry. The notice of a form post remains only if it is valid.
 */
function normalizeQuery(parameters: PageParameters, query: string, notice?: FormOutcome): string {
  const read = Object.fromEntries(
    Object.entries(parameters).filter(([name, { isBrowserOnly }]) => (name === 'notice' ? notice : !isBrowserOnly)),
  )
  return formatPageQuery(read, parsePageQuery(read, new URLSearchParams(query)))
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

/**
 * Returns the URL of the page at a path that differs only by letter case or slashes at its end; `undefined` if there is
 * none.
 */
function findPageUrl(url: string): string | undefined {
  const path = getPath(url)
  const page = hasCanonicalPath(url) ? matchSitePage(path) : undefined
  const pagePath = page && fillPath(SITE_PAGES[page.name].path, page.params)
  return pagePath === undefined || pagePath === path ? undefined : pagePath + url.slice(path.length)
}
