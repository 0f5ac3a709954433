/** What invalidates a reply: topics of the change feed, and an expiry. */
export type ReplyDependencies = {
  readonly topics: Set<string>
  /** Milliseconds since 1970; `Infinity` if only a change invalidates it. */
  expiresAt: number
}

export const createReplyDependencies = (): ReplyDependencies => ({
  topics: new Set(),
  expiresAt: Number.POSITIVE_INFINITY,
})

/** Lowers the expiry to a time in ISO format; `null` changes nothing. */
export function limitExpiry(dependencies: ReplyDependencies, time: string | null): void {
  if (time !== null) dependencies.expiresAt = Math.min(dependencies.expiresAt, Date.parse(time))
}

/** Adds the dependencies of a part to those of the reply that includes it. */
export function mergeReplyDependencies(dependencies: ReplyDependencies, partDependencies: ReplyDependencies): void {
  for (const topic of partDependencies.topics) dependencies.topics.add(topic)
  dependencies.expiresAt = Math.min(dependencies.expiresAt, partDependencies.expiresAt)
}
