import type {
  SubmissionNotes,
  SubmissionRecord,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as SAY } from '#contracts/submissions/messages.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import { type Clash, changedNotes, isSame, mergedNotes, type NoteText, type Typed, typedOf } from './merged-notes.ts'

const PAUSE_MS = 800

export type NotesState =
  | { kind: 'clean' | 'typing' | 'saving' | 'saved' | 'clash' }
  | { kind: 'failed'; message: string }
export type NotesView = { typed: Typed; clash: Clash; state: NotesState }
export type NotesKeeper = ReturnType<typeof createNotesKeeper>

export type NotesCalls = {
  send(notes: SubmissionNotes): Promise<SubmissionRecord>
  reread(): Promise<SubmissionRecord>
  onSaved(record: SubmissionRecord): void
}

const isStale = (error: unknown) => isReadFailure(error) && error.status === 412

/**
 * The notes of one submission as a reviewer writes them. They are saved when typing pauses, each save over the version
 * that it was written on. Where another reviewer was quicker, both are merged; a text that both wrote waits, with
 * theirs beside ours, till a person has settled it.
 */
export function createNotesKeeper(record: SubmissionRecord, { send, reread, onSaved }: NotesCalls) {
  const listeners = new Set<() => void>()
  let basis = { ...typedOf(record), version: record.version }
  let view: NotesView = { typed: typedOf(record), clash: {}, state: { kind: 'clean' } }
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const isClashing = () => Object.keys(view.clash).length > 0
  const isUnsent = () => isClashing() || !isSame(view.typed, basis)

  function saveLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), PAUSE_MS)
  }

  const become = (part: Partial<NotesView>) => {
    view = { ...view, ...part }
    for (const listener of listeners) listener()
  }
  /** Notes that nothing is being done about yet. */
  const rest = (notes: Pick<NotesView, 'typed' | 'clash'>) => {
    view = { ...view, ...notes }
    become({ state: { kind: isClashing() ? 'clash' : isUnsent() ? 'typing' : 'clean' } })
  }

  function takeIn(fresh: SubmissionRecord) {
    const merged = mergedNotes({ before: basis, ours: view.typed, theirs: fresh, clash: view.clash })
    basis = { ...typedOf(fresh), version: fresh.version }
    rest(merged)
  }

  async function sendOnce() {
    const sending = view.typed
    become({ state: { kind: 'saving' } })
    const saved = await send({ version: basis.version, ...changedNotes(basis, sending) })
    basis = { ...sending, version: saved.version }
    become({ state: { kind: 'saved' } })
    onSaved(saved)
  }

  /** What was typed while a save was under way follows it. */
  async function sendAll() {
    while (isUnsent() && !isClashing())
      await sendOnce().catch(async (error: unknown) => {
        const fresh = isStale(error) ? await reread() : undefined
        if (!fresh || fresh.version === basis.version) throw error
        takeIn(fresh)
      })
  }

  /** One at a time, so that an older save never arrives last. */
  function save(): Promise<void> {
    clearTimeout(timer)
    running ??= sendAll()
      .catch((error: unknown) => become({ state: { kind: 'failed', message: failureMessage(error, SAY.notesFailed) } }))
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    get: () => view,
    isUnsent,
    save,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    change(part: Partial<Typed>) {
      rest({ ...view, typed: { ...view.typed, ...part } })
      if (!isClashing()) saveLater()
    },

    /** Settles a text that both wrote. */
    settle(name: NoteText, whose: 'ours' | 'theirs') {
      const { [name]: theirs, ...clash } = view.clash
      if (theirs === undefined) return
      rest({ clash, typed: { ...view.typed, ...(whose === 'theirs' ? { [name]: theirs } : {}) } })
      if (!isClashing()) void save()
    },

    /** A newer version that was read by the way. During a save it may be that save's own. */
    meet(fresh: SubmissionRecord) {
      if (running || fresh.version <= basis.version) return
      takeIn(fresh)
      if (isUnsent() && !isClashing()) saveLater()
    },

    /** What goes with a verdict, once what can be is saved; nothing while a text waits to be settled. */
    async forVerdict(): Promise<Omit<SubmissionReview, 'status'> | undefined> {
      await save()
      if (isClashing()) return undefined
      const { reviewNotes, vendorNotes } = view.typed
      return { version: basis.version, reviewNotes, vendorNotes }
    },

    /** A verdict has taken the notes with it. */
    taken({ version, checklist }: SubmissionRecord, { reviewNotes, vendorNotes }: Omit<SubmissionReview, 'status'>) {
      basis = {
        reviewNotes: reviewNotes ?? basis.reviewNotes,
        vendorNotes: vendorNotes ?? basis.vendorNotes,
        checklist,
        version,
      }
      void save()
    },
  }
}
