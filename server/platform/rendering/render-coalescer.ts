import type { PageRequest } from '#contracts/paths.ts'
import type { CallPublicApi } from '#contracts/public-api.ts'
import type { Generation, ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import {
  createReplyDependencies,
  mergeReplyDependencies,
  type ReplyDependencies,
} from '#server/platform/http/replies/reply-dependencies.ts'
import { type Rendered, type Renderer, throwIfUnavailable } from './renderer.ts'

type CoalescerOptions = {
  cache: ReplyCache
  renderer: Renderer
  createApi: (dependencies: ReplyDependencies) => CallPublicApi
}

type PendingRender = { generation: Generation; dependencies: ReplyDependencies; result: Promise<Rendered> }

/**
 * Shares one render of a URL among concurrent requests, which prevents a cache stampede when a popular page is evicted.
 * A render is shared until it is released, and only as long as its data is current.
 */
export function createRenderCoalescer({ cache, renderer, createApi }: CoalescerOptions) {
  const pending = new Map<string, PendingRender>()

  async function renderPage(page: PageRequest, dependencies: ReplyDependencies): Promise<Rendered> {
    const rendered = await renderer.render(page, createApi(dependencies))
    throwIfUnavailable(rendered.page)
    return rendered
  }

  function startRender(page: PageRequest): PendingRender {
    const dependencies = createReplyDependencies()
    const started = { generation: cache.getGeneration(), dependencies, result: renderPage(page, dependencies) }
    pending.set(page.url, started)
    return started
  }

  const isCurrent = ({ generation, dependencies }: PendingRender): boolean =>
    generation === cache.getGeneration() && !cache.hasExpired(dependencies.expiresAt)

  return {
    async render(page: PageRequest, dependencies: ReplyDependencies): Promise<Rendered> {
      const existing = pending.get(page.url)
      const shared = existing && isCurrent(existing) ? existing : startRender(page)
      const result = await shared.result
      mergeReplyDependencies(dependencies, shared.dependencies)
      return result
    },
    /**
     * Releases the render of a URL once its reply is cached or has failed. It must not be later: what outlives some other
     * pages remains in memory until V8's next major garbage collection.
     */
    release(url: string): void {
      pending.delete(url)
    },
  }
}
