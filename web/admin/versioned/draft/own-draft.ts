import { isObject } from '#contracts/rules/is-object.ts'
import { createRandomId } from '../../../shared/random-id.ts'
import { createThrottledSave } from '../../../shared/throttled-save.ts'
import type { Edits } from '../../../shared/versioned/edits.ts'
import { removeSecrets } from './draft-secrets.ts'
import type { DraftStore, StoredDraft } from './draft-store.ts'

const STORE_INTERVAL_MS = 300

export type DraftedResource = {
  /** Identifies the edited object. */
  resourceKey: string
  /** The paths of passwords and other secrets, which are left out of drafts. */
  secrets?: readonly string[]
}

type OwnDraftInput = DraftedResource & {
  edits: Pick<Edits<unknown>, 'get' | 'getDraftContent'>
  store: Pick<DraftStore, 'save' | 'flush' | 'remove'>
}

/** Creates the draft of an open editor: stored while there are unsaved edits, and removed when they have been saved. */
export function createOwnDraft({ edits, store, resourceKey, secrets = [] }: OwnDraftInput) {
  const ownId = createRandomId()
  let isStored = false
  const throttled = createThrottledSave(storeOrRemove, STORE_INTERVAL_MS)

  function createDraft(id: string): StoredDraft | undefined {
    const { value: editedValue, text } = edits.getDraftContent()
    const { loaded } = edits.get()
    const value = removeSecrets(editedValue, secrets)
    const base = removeSecrets(loaded.value, secrets)
    if (!isObject(value) || !isObject(base)) return undefined
    return {
      id,
      subject: resourceKey,
      editedAt: new Date().toISOString(),
      loaded: { value: base, version: loaded.version },
      value,
      text,
    }
  }

  function storeOrRemove(): void {
    const draft = edits.get().isDirty ? createDraft(ownId) : undefined
    if (draft) {
      isStored = true
      void store.save(draft)
    } else if (isStored) {
      isStored = false
      void store.remove(ownId)
    }
  }

  return {
    id: ownId,

    /** Stores the edits, or removes the draft if they were saved. Must be called after each change. */
    handleChange(): void {
      throttled.schedule()
      if (!edits.get().isDirty) throttled.flush()
    },

    /** Stores pending edits and uploads the draft, before the editor or the page is closed. */
    flush(): void {
      throttled.flush()
      if (isStored) void store.flush(ownId)
    },

    /** Stores and uploads the current edits. Returns whether there was something to store. */
    async upload(): Promise<boolean> {
      const draft = createDraft(ownId)
      isStored = true
      if (!draft) return false
      await store.save(draft)
      await store.flush(ownId)
      return true
    },

    /** Returns a copy of the unsaved edits as a draft with its own id; `undefined` if there are none. */
    copy: (): StoredDraft | undefined => (edits.get().isDirty ? createDraft(createRandomId()) : undefined),
  }
}
