import type { FastifyReply } from 'fastify'
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
 * Returns a function that shares one render of a URL among concurrent requests, which prevents a cache stampede when a
 * popular page is evicted. A render is shared until its reply has been sent, since the reply is cached only then, and
 * only as long as its data is current.
 */
export function createRenderCoalescer({ cache, renderer, createApi }: CoalescerOptions) {
  const pending = new Map<string, PendingRender>()

  async function render(page: PageRequest, dependencies: ReplyDependencies): Promise<Rendered> {
    const rendered = await renderer.render(page, createApi(dependencies))
    throwIfUnavailable(rendered.page)
    return rendered
  }

  function startRender(page: PageRequest, reply: FastifyReply): PendingRender {
    const dependencies = createReplyDependencies()
    const started = { generation: cache.getGeneration(), dependencies, result: render(page, dependencies) }
    pending.set(page.url, started)
    const removePending = () => {
      if (pending.get(page.url) === started) pending.delete(page.url)
    }
    started.result.catch(removePending)
    reply.raw.once('close', removePending)
    return started
  }

  const isCurrent = ({ generation, dependencies }: PendingRender): boolean =>
    generation === cache.getGeneration() && !cache.hasExpired(dependencies.expiresAt)

  return async (page: PageRequest, dependencies: ReplyDependencies, reply: FastifyReply) => {
    const existing = pending.get(page.url)
    const shared = existing && isCurrent(existing) ? existing : startRender(page, reply)
    const result = await shared.result
    mergeReplyDependencies(dependencies, shared.dependencies)
    return result
  }
}
