/** Unsaved edits, kept in the browser per subject and user, so that a closed tab loses nothing. */

import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { EditorState } from '../../editors/editor-store.ts'
import type { Versioned } from '../edits.ts'

/**
 * Edits, what they started from, and when they were last kept. In JSON mode the text stands for the document. `earlier` is
 * a draft that was offered while these were made, and neither taken nor given up.
 */
export type Draft = {
  at: string
  loaded: Versioned<JsonObject>
  document: JsonObject
  text: string | null
  earlier?: Draft
}

/** A place that keeps values under names, each act after those asked for before it: IndexedDB, or a map in tests. */
export type DraftKeeper = {
  read(key: string): Promise<unknown>
  write(key: string, value: Draft): Promise<void>
  remove(key: string): Promise<void>
}

export const draftKey = (subject: string, userId: string): string => `${subject}:${userId}`

export const draftOf = ({ mode, loaded, document, text }: EditorState, at: Date, earlier?: Draft): Draft => ({
  ...{ at: at.toISOString(), loaded, document, text: mode === 'json' ? text : null },
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
    /** The draft under a key, where there is one that says something else than the server's document. */
    async find(key: string, current: JsonObject): Promise<Draft | undefined> {
      const kept = await givenUp(keeper.read(key))
      if (!isDraft(kept)) return undefined
      const isSame = kept.text === null && JSON.stringify(kept.document) === JSON.stringify(current)
      return isSame ? kept.earlier : kept
    },
    keep: (key: string, draft: Draft) => givenUp(keeper.write(key, draft)),
    remove: (key: string) => givenUp(keeper.remove(key)),
  }
}

const givenUp = <Value>(act: Promise<Value>): Promise<Value | undefined> => act.catch(() => undefined)

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'document' in value && 'loaded' in value && 'at' in value
