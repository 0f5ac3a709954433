/** Stores unsaved edits as drafts, one per open editor, in this browser and on the server. */
import type { DraftInput, Draft as ServerDraft } from '#contracts/drafts/draft.ts'

/** A draft as it is stored. */
export type StoredDraft = DraftInput & { id: string }

/** A stored draft with the device that it was made on. */
export type FoundDraft = StoredDraft & {
  /** `null` if it was made in this browser. */
  device: { userAgent: string | null } | null
}

/** One user's drafts in this browser. Operations run in the order of their calls. */
export type BrowserDrafts = {
  listIds(subject: string): Promise<string[]>
  find(id: string): Promise<unknown>
  write(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

/** The same user's drafts on the server. */
export type ServerDrafts = {
  listIds(subject: string): Promise<string[]>
  /** Throws if the draft doesn't exist. */
  get(id: string): Promise<ServerDraft>
  save(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

export type Drafts = ReturnType<typeof createDrafts>

/** The debounce of uploads, and the longest that an upload is delayed by continuous editing. */
const UPLOAD_DEBOUNCE_MS = 3_000
const UPLOAD_MAX_DELAY_MS = 20_000

/**
 * Creates the draft store of a user. Drafts are a safety net: errors are ignored. The browser's copy is written
 * immediately, since the page may close at any time. The server's copy, for other devices, is written when editing
 * pauses.
 */
export function createDrafts(browser: BrowserDrafts, server: ServerDrafts) {
  const uploads = new Map<string, Upload>()

  function send(id: string): Promise<unknown> {
    const { draft, timer, sending } = uploads.get(id) ?? {}
    clearTimeout(timer)
    const next = Promise.resolve(sending).then(() => draft && ignoreErrors(server.save(draft)))
    uploads.set(id, { sending: next })
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

    /** Returns a draft, the later copy if both have one; `undefined` if neither does. */
    async find(id: string): Promise<FoundDraft | undefined> {
      const [local, remote] = await Promise.all([ignoreErrors(browser.find(id)), ignoreErrors(server.get(id))])
      if (!isStoredDraft(local)) return remote && toFoundDraft(remote, { userAgent: remote.userAgent })
      return toFoundDraft(remote && remote.editedAt > local.editedAt ? remote : local, null)
    },

    /** Stores a draft in the browser, and uploads it when editing pauses. */
    async keep(draft: StoredDraft): Promise<void> {
      const now = Date.now()
      const { since = now, timer, sending } = uploads.get(draft.id) ?? {}
      clearTimeout(timer)
      const wait = Math.max(0, Math.min(UPLOAD_DEBOUNCE_MS, since + UPLOAD_MAX_DELAY_MS - now))
      uploads.set(draft.id, { draft, since, sending, timer: setTimeout(() => void send(draft.id), wait) })
      await ignoreErrors(browser.write(draft))
    },

    /** Uploads a draft now if it has changed since the last upload. */
    flush: async (id: string): Promise<void> => void (await send(id)),

    async remove(id: string): Promise<void> {
      const { sending, timer } = uploads.get(id) ?? {}
      clearTimeout(timer)
      uploads.delete(id)
      await Promise.all([
        ignoreErrors(browser.remove(id)),
        Promise.resolve(sending).then(() => ignoreErrors(server.remove(id))),
      ])
    },
  }
}

type Upload = {
  /** The draft to upload, and since when it has been waiting. */
  draft?: StoredDraft
  since?: number
  timer?: ReturnType<typeof setTimeout>
  sending?: Promise<unknown> | undefined
}

const ignoreErrors = <Value>(operation: Promise<Value>): Promise<Value | undefined> => operation.catch(() => undefined)

const toFoundDraft = (
  { id, subject, editedAt, loaded, value, text }: StoredDraft,
  device: FoundDraft['device'],
): FoundDraft => ({ id, subject, editedAt, loaded, value, text, device })

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && ['id', 'value', 'loaded', 'editedAt'].every((key) => key in value)
