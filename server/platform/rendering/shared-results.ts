import type { Generation, ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import {
  createReplyDependencies,
  mergeReplyDependencies,
  type ReplyDependencies,
} from '#server/platform/http/replies/reply-dependencies.ts'

/** Reads what a reply contains, and adds the reply's dependencies to the first argument. */
type Read<Args extends readonly string[], Result> = (dependencies: ReplyDependencies, ...args: Args) => Promise<Result>

/**
 * Wraps a read whose results many pages share: each is kept until a dependency changes or it expires. The arguments must
 * have few different values.
 */
export function shareResults<Args extends readonly string[], Result>(
  cache: ReplyCache,
  read: Read<Args, Result>,
): Read<Args, Result> {
  type Entry = { result: Result; dependencies: ReplyDependencies; generation: Generation }
  const entries = new Map<string, Entry>()
  const isFresh = ({ dependencies, generation }: Entry) =>
    !cache.hasChanged(dependencies.topics, generation) && !cache.hasExpired(dependencies.expiresAt)

  async function getEntry(args: Args): Promise<Entry> {
    const key = args.join(' ')
    const existing = entries.get(key)
    if (existing && isFresh(existing)) return existing
    const dependencies = createReplyDependencies()
    const generation = cache.getGeneration()
    const entry = { result: await read(dependencies, ...args), dependencies, generation }
    if (isFresh(entry)) entries.set(key, entry)
    return entry
  }

  return async (pageDependencies, ...args) => {
    const { result, dependencies } = await getEntry(args)
    mergeReplyDependencies(pageDependencies, dependencies)
    return result
  }
}
