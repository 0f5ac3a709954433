/** Unsaved edits, kept in the browser per subject and user, so that a closed tab loses nothing. */
import type { EditorState, Loaded } from '../editor-store.ts'
import type { Json } from '../json-path.ts'

/**
 * Edits, what they started from, and when they were last kept. In JSON mode the text stands for the document. `earlier` is
 * a draft that was offered while these were made, and neither taken nor given up.
 */
export type Draft = { at: string; loaded: Loaded; document: Json; text: string | null; earlier?: Draft }

/** A place that keeps values under names: IndexedDB in the browser, a map in tests. */
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

/** Keeps drafts in order: a later act never overtakes an earlier one. What fails is given up: a draft is a safety net. */
export function createDrafts(keeper: DraftKeeper) {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(act: () => Promise<Value>): Promise<Value | undefined> => {
    const turn = last.then(act).catch(() => undefined)
    last = turn
    return turn
  }
  return {
    /** The draft under a key, where there is one that says something else than the server's document. */
    async find(key: string, current: Json): Promise<Draft | undefined> {
      const kept = await inTurn(() => keeper.read(key))
      if (!isDraft(kept)) return undefined
      const isSame = kept.text === null && JSON.stringify(kept.document) === JSON.stringify(current)
      return isSame ? kept.earlier : kept
    },
    keep: (key: string, draft: Draft) => inTurn(() => keeper.write(key, draft)),
    remove: (key: string) => inTurn(() => keeper.remove(key)),
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'document' in value && 'loaded' in value && 'at' in value
