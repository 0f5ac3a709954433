import type { FastifyInstance } from 'fastify'
import { PAGES } from '#contracts/paths.ts'
import type { PublicReads } from '#contracts/public-reads.ts'
import { PRIVATE_CACHE_CONTROL, readsFrom } from '#server/platform/http/replies/cached-replies.ts'
import { cacheKey, type ReplyCache, type Ticket } from '#server/platform/http/replies/reply-cache.ts'
import { notFound } from '../app-error.ts'
import type { Renderer } from './renderer.ts'

type Pages = { cache: ReplyCache; renderer: Renderer; createReads: (names: Set<string>) => PublicReads }

/** Answers every address that no other route knows with a page, or sends it home. */
export function registerPages(app: FastifyInstance, of: Pages): void {
  const render = createSharedRender(of)
  // A file of an older build: sending its asker home would give a script's place to a page.
  app.get('/assets/*', { config: { access: 'open' }, schema: { hide: true } }, async () => {
    throw notFound()
  })
  app.get('/*', { config: { access: 'open' }, schema: { hide: true } }, async (request, reply) => {
    if (!isPlainPath(request.url)) return reply.redirect(PAGES.home, 302)
    const names = readsFrom(request, of.cache)
    const { page, html, policy } = await render(cacheKey(request.url), names)
    if (page.kind === 'redirect') return reply.redirect(page.location, 302)
    if (page.status !== 200) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return reply.code(page.status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
  })
}

type Render = { ticket: Ticket; names: Set<string>; rendered: ReturnType<Renderer['render']> }

/**
 * Renders a page once for all who ask for it meanwhile: a page that drops out of the cache under load would otherwise be
 * made for each of them. Who asks after anything has changed gets a render of their own, for they may know of it.
 * Gives a function that takes the page's key and the set that gathers what was read.
 */
function createSharedRender({ cache, renderer, createReads }: Pages) {
  const underWay = new Map<string, Render>()

  function begin(key: string): Render {
    const names = new Set<string>()
    const render = { ticket: cache.ticket(), names, rendered: renderer.render(key, createReads(names)) }
    underWay.set(key, render)
    const end = () => {
      if (underWay.get(key) === render) underWay.delete(key)
    }
    render.rendered.then(end, end)
    return render
  }

  return async (key: string, names: Set<string>) => {
    const before = underWay.get(key)
    const render = before?.ticket === cache.ticket() ? before : begin(key)
    const result = await render.rendered
    for (const name of render.names) names.add(name)
    return result
  }
}

/**
 * Whether a path means the same to everyone who reads it: `//host`, `/\\host`, dot segments and raw bytes are read
 * one way by the router and another by whoever resolves them against the site's address. No link of ours has any.
 */
function isPlainPath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return !path.startsWith('//') && URL.parse(path, 'http://localhost')?.pathname === path
}
