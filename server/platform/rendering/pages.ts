import type { FastifyInstance } from 'fastify'
import { type PageParameters, readPageQuery, writePageQuery } from '#contracts/page-address.ts'
import { PAGES } from '#contracts/paths.ts'
import type { PublicReads } from '#contracts/public-reads.ts'
import { dependsOn, PRIVATE_CACHE_CONTROL } from '#server/platform/http/replies/cached-replies.ts'
import type { ReplyCache, Ticket } from '#server/platform/http/replies/reply-cache.ts'
import type { SettleQuery } from '#server/platform/http/server/addresses.ts'
import { notFound } from '../app-error.ts'
import type { Renderer } from './renderer.ts'

type Pages = {
  cache: ReplyCache
  renderer: Renderer
  createReads: (names: Set<string>) => PublicReads
  /** Returns what the page at a path declares, or `undefined` if there is none. */
  findParameters: (path: string) => PageParameters | undefined
}

/** Answers every address that no other route knows with its page, or leads home. */
export function registerPages(app: FastifyInstance, options: Pages): void {
  const render = createRenderSharing(options)
  // A file of an older build: sending its asker home would give a script's place to a page.
  app.get('/assets/*', { config: { access: 'open' }, schema: { hide: true } }, async () => {
    throw notFound()
  })
  const config = { access: 'open' as const, settleQuery: createSettleQuery(options.findParameters) }
  app.get('/*', { config, schema: { hide: true } }, async (request, reply) => {
    if (!isPlainPath(request.url) || !options.findParameters(getPath(request.url)))
      return reply.redirect(PAGES.home, 302)
    const names = dependsOn(request, options.cache)
    const { page, html, policy } = await render(request.url, names)
    if (page.status !== 200) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return reply.code(page.status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
  })
}

/** Reads a query as its page does and writes it back: junk and defaults make no address of their own. */
const createSettleQuery =
  (findParameters: Pages['findParameters']): SettleQuery =>
  (path, query) => {
    const declared = findParameters(path)
    if (!declared) return query
    const parameters = Object.fromEntries(Object.entries(declared).filter(([, { isBrowserOnly }]) => !isBrowserOnly))
    return writePageQuery(parameters, readPageQuery(parameters, new URLSearchParams(query)))
  }

const getPath = (url: string): string => url.split('?', 1)[0] ?? ''

type Render = { ticket: Ticket; names: Set<string>; rendered: ReturnType<Renderer['render']> }

/**
 * Shares a render among concurrent requests: a page that drops out of the cache under load would otherwise be rendered
 * for each of them. Requests after a change get a new render. Returns a function that takes the page's key and the set
 * that collects dependencies.
 */
function createRenderSharing({ cache, renderer, createReads }: Pages) {
  const pending = new Map<string, Render>()

  function startRender(key: string): Render {
    const names = new Set<string>()
    const render = { ticket: cache.ticket(), names, rendered: renderer.render(key, createReads(names)) }
    pending.set(key, render)
    const finishRender = () => {
      if (pending.get(key) === render) pending.delete(key)
    }
    render.rendered.then(finishRender, finishRender)
    return render
  }

  return async (key: string, names: Set<string>) => {
    const before = pending.get(key)
    const render = before?.ticket === cache.ticket() ? before : startRender(key)
    const result = await render.rendered
    for (const name of render.names) names.add(name)
    return result
  }
}

/**
 * Returns whether a path means the same to everyone who reads it: `//host`, `/\\host`, dot segments and raw bytes are
 * read one way by the router and another by whoever resolves them against the site's address. No link of ours has any.
 */
function isPlainPath(url: string): boolean {
  const path = getPath(url)
  return !path.startsWith('//') && URL.parse(path, 'http://localhost')?.pathname === path
}
