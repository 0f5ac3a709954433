import type { ChangeFeed } from './database/change-feed.ts'
import type { Topic } from './database/topics.ts'
import { repeat } from './repeat.ts'

/** Work that the nodes share. */
export type Engine = {
  /** Does what is due now. `changed` are the topics that have just changed; none if it is called regularly. */
  work(changed: readonly string[]): Promise<void>
  /** Resolves when this node has ended what it had begun. */
  stop(): Promise<void>
}

type EngineOptions = {
  changes: Pick<ChangeFeed, 'subscribe'>
  /** How often to look for what has become due, or what others have left. */
  everyMs: number
  onFailure: (error: unknown) => void
}

/** Lets an engine work regularly, and whenever one of the topics changes, until it is stopped. */
export function startEngine(engine: Engine, topics: readonly Topic[], options: EngineOptions): Pick<Engine, 'stop'> {
  const { changes, everyMs, onFailure } = options
  const polling = repeat(everyMs, () => engine.work([]), onFailure)
  const unsubscribe = changes.subscribe((changed) => {
    if (topics.some((topic) => changed.includes(topic))) void engine.work(changed).catch(onFailure)
  })
  return {
    async stop() {
      polling.stop()
      unsubscribe()
      await engine.stop()
    },
  }
}
