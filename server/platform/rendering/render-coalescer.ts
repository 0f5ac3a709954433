import type { FastifyReply } from 'fastify'
import type { PublicApi } from '#contracts/public-api.ts'
import type { Generation, ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import {
  createReplyDependencies,
  mergeReplyDependencies,
  type ReplyDependencies,
} from '#server/platform/http/replies/reply-dependencies.ts'
import { detectOutages } from './detect-outages.ts'
import type { Renderer } from './renderer.ts'

type CoalescerOptions = {
  cache: ReplyCache
  renderer: Renderer
  createApi: (dependencies: ReplyDependencies) => PublicApi
}

type PendingRender = { generation: Generation; dependencies: ReplyDependencies; result: ReturnType<Renderer['render']> }

/**
 * Returns a function that shares one render of a URL among concurrent requests, which prevents a cache stampede when a
 * popular page is evicted. A render is shared until its reply has been sent, since the reply is cached only then, and
 * only as long as its data is current.
 */
export function createRenderCoalescer({ cache, renderer, createApi }: CoalescerOptions) {
  const pending = new Map<string, PendingRender>()

  function startRender(url: string, reply: FastifyReply): PendingRender {
    const generation = cache.getGeneration()
    const dependencies = createReplyDependencies()
    const { api, throwIfUnavailable } = detectOutages(createApi(dependencies))
    const result = renderer.render(url, api).then((page) => {
      throwIfUnavailable()
      return page
    })
    const render = { generation, dependencies, result }
    pending.set(url, render)
    const removePending = () => {
      if (pending.get(url) === render) pending.delete(url)
    }
    result.catch(removePending)
    reply.raw.once('finish', removePending).once('close', removePending)
    return render
  }

  const isCurrent = ({ generation, dependencies }: PendingRender): boolean =>
    generation === cache.getGeneration() && !cache.hasExpired(dependencies.expiresAt)

  return async (url: string, dependencies: ReplyDependencies, reply: FastifyReply) => {
    const existing = pending.get(url)
    const shared = existing && isCurrent(existing) ? existing : startRender(url, reply)
    const result = await shared.result
    mergeReplyDependencies(dependencies, shared.dependencies)
    return result
  }
}
