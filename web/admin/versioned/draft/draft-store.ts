/** Keeps unsaved edits, one draft for each open editor, in this browser and on the server. */
import type { DraftInput, Draft as ServerDraft } from '#contracts/drafts/draft.ts'

/** A draft as it is kept. */
export type StoredDraft = DraftInput & { id: string }

/** A draft that was found. */
export type FoundDraft = StoredDraft & {
  /** `null` if it was made in this browser. */
  device: { userAgent: string | null } | null
}

/** The drafts of one user in this browser, each act after those asked for before it. */
export type BrowserDrafts = {
  listIds(subject: string): Promise<string[]>
  find(id: string): Promise<unknown>
  write(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

/** The drafts of the same user on the server. */
export type ServerDrafts = {
  listIds(subject: string): Promise<string[]>
  /** Throws if it is not there. */
  get(id: string): Promise<ServerDraft>
  save(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

export type Drafts = ReturnType<typeof createDrafts>

/** How long the server waits for a pause in editing, and how long at most. */
const UPLOAD_PAUSE_MS = 3_000
const UPLOAD_AT_LATEST_MS = 20_000

/**
 * Drafts are a safety net: errors are ignored. The browser's copy is written at once, since the page may close at any
 * moment; the server's, which is there on other devices too, when editing pauses.
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
    /** Lists the drafts of a subject that are here or on the server. */
    async listIds(subject: string): Promise<string[]> {
      const [local = [], remote = []] = await Promise.all([
        ignoreErrors(browser.listIds(subject)),
        ignoreErrors(server.listIds(subject)),
      ])
      return [...new Set([...local, ...remote])]
    },

    /** Returns a draft; of one that both have, the later copy. */
    async find(id: string): Promise<FoundDraft | undefined> {
      const [local, remote] = await Promise.all([ignoreErrors(browser.find(id)), ignoreErrors(server.get(id))])
      if (!isStoredDraft(local)) return remote && toFoundDraft(remote, { userAgent: remote.userAgent })
      return toFoundDraft(remote && remote.editedAt > local.editedAt ? remote : local, null)
    },

    /** Writes a draft, and sends it when editing pauses. */
    async keep(draft: StoredDraft): Promise<void> {
      const now = Date.now()
      const { since = now, timer, sending } = uploads.get(draft.id) ?? {}
      clearTimeout(timer)
      const wait = Math.max(0, Math.min(UPLOAD_PAUSE_MS, since + UPLOAD_AT_LATEST_MS - now))
      uploads.set(draft.id, { draft, since, sending, timer: setTimeout(() => void send(draft.id), wait) })
      await ignoreErrors(browser.write(draft))
    },

    /** Sends a draft now, if it was not sent since it changed. */
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
  /** What was not sent yet, and since when. */
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
