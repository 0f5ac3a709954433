import type { FastifyInstance } from 'fastify'
import { PAGES } from '#contracts/paths.ts'
import type { PublicReads } from '#contracts/public-reads.ts'
import { notFound } from '../app-error.ts'
import { PRIVATE_CACHE_CONTROL, readsFrom } from '../http/cached-replies.ts'
import { cacheKey, type ReplyCache } from '../http/reply-cache.ts'
import type { Renderer } from './renderer.ts'

/** Answers every address that no other route knows with a page, or sends it home. */
export function registerPages(
  app: FastifyInstance,
  of: { cache: ReplyCache; renderer: Renderer; createReads: (names: Set<string>) => PublicReads },
): void {
  // A file of an older build: sending its asker home would give a script's place to a page.
  app.get('/assets/*', { config: { access: 'open' }, schema: { hide: true } }, async () => {
    throw notFound()
  })
  app.get('/*', { config: { access: 'open' }, schema: { hide: true } }, async (request, reply) => {
    if (!isPlainPath(request.url)) return reply.redirect(PAGES.home, 302)
    const names = readsFrom(request, of.cache)
    const { page, html, policy } = await of.renderer.render(cacheKey(request.url), of.createReads(names))
    if (page.kind === 'redirect') return reply.redirect(page.location, 302)
    if (page.status !== 200) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return reply.code(page.status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
  })
}

/**
 * Whether a path means the same to everyone who reads it: `//host`, `/\\host`, dot segments and raw bytes are read
 * one way by the router and another by whoever resolves them against the site's address. No link of ours has any.
 */
function isPlainPath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return !path.startsWith('//') && URL.parse(path, 'http://localhost')?.pathname === path
}
