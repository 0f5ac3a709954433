import type { Generation, ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import {
  createReplyDependencies,
  mergeReplyDependencies,
  type ReplyDependencies,
} from '#server/platform/http/replies/reply-dependencies.ts'

type Entry = { result: unknown; dependencies: ReplyDependencies; generation: Generation }
type CreateApi<Api> = (dependencies: ReplyDependencies) => Api

/**
 * Wraps an API so that the results of some methods are cached until a dependency changes or they expire. Their
 * arguments must be strings with few different values.
 */
export function cacheApi<Api extends object>(
  cache: ReplyCache,
  createApi: CreateApi<Api>,
  cachedMethods: readonly (keyof Api & string)[],
): CreateApi<Api> {
  const isCached = new Set<PropertyKey>(cachedMethods)
  const entries = new Map<string, Entry>()
  const isFresh = ({ dependencies, generation }: Entry) =>
    !cache.hasChanged(dependencies.topics, generation) && !cache.hasExpired(dependencies.expiresAt)

  async function getEntry(name: string, args: unknown[]): Promise<Entry> {
    const key = [name, ...args].join(' ')
    const cached = entries.get(key)
    if (cached && isFresh(cached)) return cached
    const dependencies = createReplyDependencies()
    const generation = cache.getGeneration()
    const api = createApi(dependencies)
    const method: unknown = Reflect.get(api, name)
    if (typeof method !== 'function') throw new Error(`the API has no ${name}`)
    const entry = { result: await Reflect.apply(method, api, args), dependencies, generation }
    if (isFresh(entry)) entries.set(key, entry)
    return entry
  }

  return (pageDependencies) =>
    new Proxy(createApi(pageDependencies), {
      get(api, name, receiver) {
        if (typeof name !== 'string' || !isCached.has(name)) return Reflect.get(api, name, receiver)
        return async (...args: unknown[]) => {
          const { result, dependencies } = await getEntry(name, args)
          mergeReplyDependencies(pageDependencies, dependencies)
          return result
        }
      },
    })
}
