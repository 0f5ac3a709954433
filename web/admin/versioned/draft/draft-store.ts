/** Unsaved edits, kept in the browser per subject and user, so that a closed tab loses nothing. */
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Edits, Versioned } from '../edits.ts'

/** What is edited, as it is kept: a value, and the text that stands for it while it is edited as one. */
export type Unsaved = { value: JsonObject; text: string | null }

/**
 * Edits, what they started from, and when they were last kept. `earlier` is a draft that was offered while these were
 * made, and neither taken nor given up.
 */
export type Draft = Unsaved & { at: string; loaded: Versioned<JsonObject>; earlier?: Draft }

/** Edits that can be kept, and put back on a later visit. */
export type DraftedEdits = Pick<Edits<JsonObject>, 'get' | 'subscribe'> & {
  unsaved(): Unsaved
  /** Puts a draft in the place of the edits. It goes on from the version that it was made on, so that a save can tell. */
  restore(draft: Draft): void
}

/** A place that keeps values under names, each act after those asked for before it: IndexedDB, or a map in tests. */
export type DraftKeeper = {
  read(key: string): Promise<unknown>
  write(key: string, value: Draft): Promise<void>
  remove(key: string): Promise<void>
}

export const draftKey = (subject: string, userId: string): string => `${subject}:${userId}`

export const draftOf = (edits: DraftedEdits, at: Date, earlier?: Draft): Draft => ({
  ...edits.unsaved(),
  at: at.toISOString(),
  loaded: edits.get().loaded,
  ...(earlier ? { earlier: newestOf(earlier, EARLIER) } : {}),
})

/** So many drafts that nobody took nor gave up are kept behind one another. */
const EARLIER = 3

function newestOf({ earlier, ...draft }: Draft, most: number): Draft {
  return earlier && most > 1 ? { ...draft, earlier: newestOf(earlier, most - 1) } : draft
}

/** Keeps drafts, and waits for nothing first: the page may be gone the next moment. A draft is a safety net: what fails is given up. */
export function createDrafts(keeper: DraftKeeper) {
  return {
    /** The draft under a key, if there is one that says something else than the server's value. */
    async find(key: string, current: JsonObject): Promise<Draft | undefined> {
      const kept = await givenUp(keeper.read(key))
      if (!isDraft(kept)) return undefined
      const isSame = kept.text === null && JSON.stringify(kept.value) === JSON.stringify(current)
      return isSame ? kept.earlier : kept
    },
    keep: (key: string, draft: Draft) => givenUp(keeper.write(key, draft)),
    remove: (key: string) => givenUp(keeper.remove(key)),
  }
}

const givenUp = <Value>(act: Promise<Value>): Promise<Value | undefined> => act.catch(() => undefined)

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'value' in value && 'loaded' in value && 'at' in value
