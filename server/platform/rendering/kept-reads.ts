import type { ReplyCache, Ticket } from '#server/platform/http/replies/reply-cache.ts'
import { addSources, createSources, type Sources } from '#server/platform/http/replies/sources.ts'

type Entry = { result: unknown; sources: Sources; ticket: Ticket }
type CreateReads<Reads> = (sources: Sources) => Reads

/**
 * Keeps what many pages read, as their replies are kept: until a source changes or it ends by itself. Takes the names of
 * the reads that are worth it; their arguments are words, of which there are few.
 */
export function keepReads<Reads extends object>(
  cache: ReplyCache,
  createReads: CreateReads<Reads>,
  keptNames: readonly (keyof Reads & string)[],
): CreateReads<Reads> {
  const isKept = new Set<PropertyKey>(keptNames)
  const entries = new Map<string, Entry>()
  const isTrue = ({ sources, ticket }: Entry) =>
    !cache.hasChanged(sources.topics, ticket) && !cache.hasEnded(sources.endsAt)

  async function recall(name: string, args: unknown[]): Promise<Entry> {
    const key = [name, ...args].join(' ')
    const before = entries.get(key)
    if (before && isTrue(before)) return before
    const sources = createSources()
    const ticket = cache.ticket()
    const reads = createReads(sources)
    const read: unknown = Reflect.get(reads, name)
    if (typeof read !== 'function') throw new Error(`pages read no ${name}`)
    const entry = { result: await Reflect.apply(read, reads, args), sources, ticket }
    if (isTrue(entry)) entries.set(key, entry)
    return entry
  }

  return (pageSources) =>
    new Proxy(createReads(pageSources), {
      get(reads, name, receiver) {
        if (typeof name !== 'string' || !isKept.has(name)) return Reflect.get(reads, name, receiver)
        return async (...args: unknown[]) => {
          const { result, sources } = await recall(name, args)
          addSources(pageSources, sources)
          return result
        }
      },
    })
}
