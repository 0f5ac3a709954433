import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PostedForm } from '#contracts/forms.ts'
import { type PageParameters, readPageQuery, writePageQuery } from '#contracts/page-address.ts'
import { PAGES } from '#contracts/paths.ts'
import type { PublicReads } from '#contracts/public-reads.ts'
import { dependsOn, PRIVATE_CACHE_CONTROL } from '#server/platform/http/replies/cached-replies.ts'
import type { ReplyCache, Ticket } from '#server/platform/http/replies/reply-cache.ts'
import { addSources, createSources, type Sources } from '#server/platform/http/replies/sources.ts'
import type { NormalizeQuery } from '#server/platform/http/server/addresses.ts'
import { notFound } from '../app-error.ts'
import { DatabaseUnavailableError } from '../database/database.ts'
import type { FormNotices } from '../form-posts/form-notices.ts'
import { registerFormPosts } from '../form-posts/form-posts.ts'
import type { Renderer } from './renderer.ts'

type Pages = {
  cache: ReplyCache
  renderer: Renderer
  createReads: (sources: Sources) => PublicReads
  /** Returns what the page at a path declares, or `undefined` if there is none. */
  findParameters: (path: string) => PageParameters | undefined
  notices: FormNotices
  publicUrl: string
}

/** Answers every address that no other route knows with its page, or leads home; and the pages' forms. */
export function registerPages(app: FastifyInstance, options: Pages): void {
  const { cache, renderer, createReads, findParameters, notices, publicUrl } = options
  const render = createRenderSharing(options)
  const normalizeQuery = createQueryNormalizer(options)
  // A file of an older build: sending its asker home would give a script's place to a page.
  app.get('/assets/*', { config: { access: 'open' }, schema: { hide: true } }, async () => {
    throw notFound()
  })
  const config = { access: 'open' as const, normalizeQuery }
  app.get('/*', { config, schema: { hide: true } }, async (request, reply) => {
    if (!isPlainPath(request.url) || !findParameters(getPath(request.url))) return reply.redirect(PAGES.home, 302)
    const notice = notices.find(request.url)
    if (notice) return sendPrivatePage(request.url, reply, notice, 200)
    const sources = dependsOn(request, cache)
    const { page, html, policy } = await render(request.url, sources, reply)
    if (page.status !== 200) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return sendHtml(reply, { status: page.status, html, policy })
  })

  /** Sends a page with what a form came to: for this visitor alone, and never kept. */
  async function sendPrivatePage(url: string, reply: FastifyReply, posted: PostedForm, status: number) {
    const reads = watchReads(createReads(createSources()))
    const { page, html, policy } = reads.check(await renderer.render(url, reads.reads, posted))
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

/** Reads a query as its page does and writes it back: junk and defaults make no address of their own. */
const createQueryNormalizer =
  ({ findParameters, notices }: Pages): NormalizeQuery =>
  (path, query) => {
    const declared = findParameters(path)
    if (!declared) return query
    const hasNotice = notices.find(`${path}?${query}`) !== undefined
    const parameters = Object.fromEntries(
      Object.entries(declared).filter(
        ([name, { isBrowserOnly }]) => !isBrowserOnly && (name !== 'notice' || hasNotice),
      ),
    )
    return writePageQuery(parameters, readPageQuery(parameters, new URLSearchParams(query)))
  }

const getPath = (url: string): string => url.split('?', 1)[0] ?? ''

type Render = { ticket: Ticket; sources: Sources; rendered: ReturnType<Renderer['render']> }

/**
 * Shares a render among concurrent requests: a page that drops out of the cache under load would otherwise be rendered
 * for each of them. A render is shared until its reply is sent, since only then it is cached; compressing takes longer than
 * rendering. Requests after a change, or after what was read has ended, get a new render. Returns a function that takes the
 * page's key, the sources of its reply and the reply.
 */
function createRenderSharing({ cache, renderer, createReads }: Pages) {
  const pending = new Map<string, Render>()

  function startRender(key: string, reply: FastifyReply): Render {
    const sources = createSources()
    const { reads, check } = watchReads(createReads(sources))
    const render = { ticket: cache.ticket(), sources, rendered: renderer.render(key, reads).then(check) }
    pending.set(key, render)
    const finishRender = () => {
      if (pending.get(key) === render) pending.delete(key)
    }
    render.rendered.catch(finishRender)
    reply.raw.once('finish', finishRender).once('close', finishRender)
    return render
  }

  return async (key: string, sources: Sources, reply: FastifyReply) => {
    const before = pending.get(key)
    const isShared = before?.ticket === cache.ticket() && !cache.hasEnded(before.sources.endsAt)
    const render = before && isShared ? before : startRender(key, reply)
    const result = await render.rendered
    addSources(sources, render.sources)
    return result
  }
}

/**
 * Watches what a page reads. A page shows a failed read as something that isn't there, which would be untrue of a product
 * while the database is away: `check` then throws instead of passing the page on.
 */
function watchReads(reads: PublicReads) {
  let failure: DatabaseUnavailableError | undefined
  const watched = new Proxy(reads, {
    get(target, name, receiver) {
      const read: unknown = Reflect.get(target, name, receiver)
      if (typeof read !== 'function') return read
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(read, target, args)
        } catch (error) {
          if (error instanceof DatabaseUnavailableError) failure = error
          throw error
        }
      }
    },
  })
  return {
    reads: watched,
    check<Page>(page: Page): Page {
      if (failure) throw failure
      return page
    },
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
