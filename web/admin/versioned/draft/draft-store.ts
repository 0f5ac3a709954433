/** Stores unsaved edits as drafts, one per open editor, in this browser and on the server. */
import type { DraftInput, Draft as ServerDraft } from '#contracts/drafts/draft.ts'

export type StoredDraft = DraftInput & { id: string }

/** A draft with the device on which it was made. */
export type DraftWithDevice = StoredDraft & {
  /** `null` for this browser. */
  device: { userAgent: string | null } | null
}

/** The storage of a user's drafts in this browser. Operations run in the order of their calls. */
export type BrowserDrafts = {
  listIds(subject: string): Promise<string[]>
  find(id: string): Promise<unknown>
  write(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

/** The storage of a user's drafts on the server. */
export type ServerDrafts = {
  listIds(subject: string): Promise<string[]>
  /** Throws if the draft doesn't exist. */
  get(id: string): Promise<ServerDraft>
  save(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

export type DraftStore = ReturnType<typeof createDraftStore>

const UPLOAD_DEBOUNCE_MS = 3_000
/** Continuous editing delays an upload at most this long. */
const UPLOAD_MAX_DELAY_MS = 20_000

/**
 * Creates the draft store of a user. A draft is written to the browser immediately, since the page may close at any
 * time, and to the server, for other devices, when editing pauses. Drafts are a safety net, so errors are ignored.
 */
export function createDraftStore(browser: BrowserDrafts, server: ServerDrafts) {
  const uploads = new Map<string, Upload>()

  /** Uploads the pending draft, if any, after the running upload. */
  function upload(id: string): Promise<unknown> {
    const { draft, timer, running } = uploads.get(id) ?? {}
    clearTimeout(timer)
    const next = Promise.resolve(running).then(() => draft && ignoreErrors(server.save(draft)))
    uploads.set(id, { running: next })
    return next
  }

  return {
    /** Lists the ids of a subject's drafts in this browser and on the server. */
    async listIds(subject: string): Promise<string[]> {
      const [local = [], remote = []] = await Promise.all([
        ignoreErrors(browser.listIds(subject)),
        ignoreErrors(server.listIds(subject)),
      ])
      return [...new Set([...local, ...remote])]
    },

    /** Returns a draft: of its copies in this browser and on the server, the later one. `undefined` if it is missing. */
    async find(id: string): Promise<DraftWithDevice | undefined> {
      const [local, remote] = await Promise.all([ignoreErrors(browser.find(id)), ignoreErrors(server.get(id))])
      if (!isStoredDraft(local)) return remote && withDevice(remote, { userAgent: remote.userAgent })
      return withDevice(remote && remote.editedAt > local.editedAt ? remote : local, null)
    },

    /** Stores a draft in the browser, and uploads it when editing pauses. */
    async save(draft: StoredDraft): Promise<void> {
      const now = Date.now()
      const { pendingSince = now, timer, running } = uploads.get(draft.id) ?? {}
      clearTimeout(timer)
      const delay = Math.max(0, Math.min(UPLOAD_DEBOUNCE_MS, pendingSince + UPLOAD_MAX_DELAY_MS - now))
      uploads.set(draft.id, { draft, pendingSince, running, timer: setTimeout(() => void upload(draft.id), delay) })
      await ignoreErrors(browser.write(draft))
    },

    /** Uploads a draft immediately if it has changed since the last upload. */
    async flush(id: string): Promise<void> {
      await upload(id)
    },

    async remove(id: string): Promise<void> {
      const { running, timer } = uploads.get(id) ?? {}
      clearTimeout(timer)
      uploads.delete(id)
      await Promise.all([
        ignoreErrors(browser.remove(id)),
        Promise.resolve(running).then(() => ignoreErrors(server.remove(id))),
      ])
    },
  }
}

type Upload = {
  /** The draft to upload when `timer` fires. */
  draft?: StoredDraft
  pendingSince?: number
  timer?: ReturnType<typeof setTimeout>
  /** The last upload that was started. */
  running?: Promise<unknown> | undefined
}

const ignoreErrors = <Value>(operation: Promise<Value>): Promise<Value | undefined> => operation.catch(() => undefined)

const withDevice = (
  { id, subject, editedAt, loaded, value, text }: StoredDraft,
  device: DraftWithDevice['device'],
): DraftWithDevice => ({ id, subject, editedAt, loaded, value, text, device })

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && ['id', 'value', 'loaded', 'editedAt'].every((key) => key in value)
