import type { Reading, ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import { type AutosaveState, createItemAutosave, type DraftEntry } from '../../../item-autosave.ts'

export type ReadingDraft = Pick<Reading, 'verdict' | 'reason'>
export type ReadingState = AutosaveState<Reading, Reading>

/** Keeps drafts on the device, with the version of the saved reading that they change; `write` returns whether it could. */
export type ReadingStorage = {
  read: () => readonly DraftEntry<Reading>[]
  write: (drafts: readonly DraftEntry<Reading>[]) => boolean
}

type Dependencies = {
  send: (item: string, draft: Reading) => Promise<Reading>
  /** Loads what the reader has said. */
  reload: () => Promise<ReadingRoom>
  storage: ReadingStorage
}

const NOTHING: Reading = { verdict: null, reason: '', version: 0 }

const toSaved = ({ items }: ReadingRoom): ReadonlyMap<string, Reading> =>
  new Map(items.map(({ id, verdict, reason, version }) => [id, { verdict, reason, version }]))

export type ReadingStore = ReturnType<typeof createReadingStore>

/** Creates the autosave of what a reader says of replies, beginning with what a closed tab has left on the device. */
export function createReadingStore(room: ReadingRoom, { send, reload, storage }: Dependencies) {
  const autosave = createItemAutosave<Reading, Reading>({
    saved: toSaved(room),
    send,
    read: async () => toSaved(await reload()),
    store: storage.write,
    hasSameValues: (a, b) => a.verdict === b.verdict && a.reason === b.reason,
    // The reading is closed, or the reader's link revoked.
    endStatuses: [404, 409],
  })
  const { getState, subscribe, flush, close, resolve } = autosave
  autosave.adopt(storage.read())

  const getReading = (item: string): Reading =>
    getState().pending.get(item)?.draft ?? getState().saved.get(item) ?? NOTHING

  return {
    getState,
    subscribe,
    flush,
    close,
    resolve,

    /** Returns what the reader says of an item, saved or not. */
    get: (item: string): ReadingDraft => getReading(item),

    /** Changes what the reader says of an item. A verdict is sent at once: who reads fast would put it off again and again. */
    edit: (item: string, changes: Partial<ReadingDraft>): void =>
      autosave.put(item, { ...getReading(item), ...changes }, 'reason' in changes ? undefined : 0),
  }
}
