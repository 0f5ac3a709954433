/** What a reply is made of: topics of the change feed, and the moment at which it stops being true by itself. */
export type Sources = {
  readonly topics: Set<string>
  /** In milliseconds since 1970; `Infinity` if only a change ends it. */
  endsAt: number
}

export const createSources = (): Sources => ({ topics: new Set(), endsAt: Number.POSITIVE_INFINITY })

/** Ends a reply at a moment in ISO format, unless it ends earlier; `null` ends nothing. */
export function endAt(sources: Sources, moment: string | null): void {
  if (moment !== null) sources.endsAt = Math.min(sources.endsAt, Date.parse(moment))
}

/** Adds other sources to those of a reply. */
export function addSources(sources: Sources, others: Sources): void {
  for (const topic of others.topics) sources.topics.add(topic)
  sources.endsAt = Math.min(sources.endsAt, others.endsAt)
}
