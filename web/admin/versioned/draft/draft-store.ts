/** Stores unsaved edits in the browser, per subject and user, so that a closed tab loses nothing. */
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Edits, Versioned } from '../edits.ts'

/** What is edited, as it is kept: a value, and the text that stands for it while it is edited as one. */
export type Unsaved = { value: JsonObject; text: string | null }

/**
 * Edits, what they started from, and when they were last kept. `earlier` is a draft that was offered while these were
 * made, and neither taken nor given up.
 */
export type Draft = Unsaved & { at: string; loaded: Versioned<JsonObject>; older?: Draft }

/** Edits that can be kept, and put back on a later visit. */
export type DraftedEdits = Pick<Edits<JsonObject>, 'get' | 'subscribe'> & {
  unsaved(): Unsaved
  /** Puts a draft in the place of the edits. It goes on from the version that it was made on, so that a save can tell. */
  restore(draft: Draft): void
}

/** A place that keeps values under names, each act after those asked for before it: IndexedDB, or a map in tests. */
export type DraftStore = {
  read(key: string): Promise<unknown>
  write(key: string, value: Draft): Promise<void>
  remove(key: string): Promise<void>
}

export const draftKey = (subject: string, userId: string): string => `${subject}:${userId}`

export const createDraft = (edits: DraftedEdits, date: Date, older?: Draft): Draft => ({
  ...edits.unsaved(),
  at: date.toISOString(),
  loaded: edits.get().loaded,
  ...(older ? { older: pruneDrafts(older, OLDER_DRAFTS_MAX) } : {}),
})

/** The number of undecided drafts that are kept. */
const OLDER_DRAFTS_MAX = 3

function pruneDrafts({ older, ...draft }: Draft, limit: number): Draft {
  return older && limit > 1 ? { ...draft, older: pruneDrafts(older, limit - 1) } : draft
}

/**
 * Creates the draft storage. It writes immediately, since the page may close at any moment. Drafts are a safety net:
 * errors are ignored.
 */
export function createDrafts(store: DraftStore) {
  return {
    /** Returns the draft under a key, if there is one that says something else than the server's value. */
    async find(key: string, current: JsonObject): Promise<Draft | undefined> {
      const draft = await ignoreErrors(store.read(key))
      if (!isDraft(draft)) return undefined
      const isSame = draft.text === null && JSON.stringify(draft.value) === JSON.stringify(current)
      return isSame ? draft.older : draft
    },
    keep: (key: string, draft: Draft) => ignoreErrors(store.write(key, draft)),
    remove: (key: string) => ignoreErrors(store.remove(key)),
  }
}

const ignoreErrors = <Value>(operation: Promise<Value>): Promise<Value | undefined> => operation.catch(() => undefined)

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'value' in value && 'loaded' in value && 'at' in value
