/**
 * Saves a vendor's answers as they are typed. Each change is stored on the device at once and sent after a short delay;
 * changes are sent one at a time. What can't be sent is kept with the reason. If a colleague has changed the same answer,
 * both versions are offered.
 */
import type { Answer, AnswerContent, AnswerSave } from '#contracts/inquiries/question.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { isSame } from '../../../shared/versioned/three-way.ts'

type PendingStatus = 'waiting' | 'sending' | 'offline' | 'conflict' | 'rejected'
export type PendingAnswer = { draft: AnswerSave; status: PendingStatus; message?: string; theirs?: Answer }

type State = {
  saved: ReadonlyMap<string, Answer>
  pending: ReadonlyMap<string, PendingAnswer>
  /** Whether the device could store what isn't sent yet. */
  isStored: boolean
}

type Dependencies = {
  send: (answer: AnswerSave) => Promise<Answer>
  /** Reads the answers that the server has. */
  read: () => Promise<readonly Answer[]>
  storage: { read: () => readonly AnswerSave[]; write: (drafts: readonly AnswerSave[]) => boolean }
}

const EMPTY_ANSWER: AnswerContent = { value: null, note: '', sourceUrl: '' }
const DEBOUNCE_MS = 500
const RETRY_DELAY_MS = 8_000

const toMap = (answers: readonly Answer[]) => new Map(answers.map((answer) => [answer.question, answer]))
const toContent = ({ value, note, sourceUrl }: AnswerContent): AnswerContent => ({ value, note, sourceUrl })

export function createAnswerAutosave(answers: readonly Answer[], { send, read, storage }: Dependencies) {
  const listeners = new Set<() => void>()
  let state: State = { saved: toMap(answers), pending: new Map(), isStored: true }
  let flushing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function setState(changes: Partial<State>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function setPending(question: string, answer: PendingAnswer | undefined): void {
    const pending = new Map(state.pending)
    if (answer) pending.set(question, answer)
    else pending.delete(question)
    setState({ pending, isStored: storage.write([...pending.values()].map(({ draft }) => draft)) })
  }

  function schedule(afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), afterMs)
  }

  /** Sends everything that can be sent now. Resolves when no request is pending. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    flushing ??= sendAll().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const next = [...state.pending].find(([, { status }]) => status === 'waiting' || status === 'offline')
      if (!next) return
      const [question, { draft }] = next
      setPending(question, { draft, status: 'sending' })
      try {
        applySaved(draft, await send(draft))
      } catch (error) {
        if (await applyFailure(question, error)) return schedule(RETRY_DELAY_MS)
      }
    }
  }

  function applySaved(sent: AnswerSave, reply: Answer): void {
    setState({ saved: new Map(state.saved).set(sent.question, reply) })
    const current = state.pending.get(sent.question)
    // An edit made during the request is based on what was saved.
    if (current && current.draft !== sent)
      setPending(sent.question, { draft: { ...current.draft, version: reply.version }, status: 'waiting' })
    else setPending(sent.question, undefined)
  }

  /** Records why an answer couldn't be sent. Returns whether to try again later. */
  async function applyFailure(question: string, error: unknown): Promise<boolean> {
    const draft = state.pending.get(question)?.draft
    if (!draft) return false
    const status = isCallError(error) ? error.status : 0
    const message = toErrorMessage(error)
    if (status === 412) return applyConflict(question, message)
    const isTemporary = status === 0 || status === 429 || status >= 500
    setPending(question, { draft, status: isTemporary ? 'offline' : 'rejected', message })
    return isTemporary
  }

  /** Compares with what a colleague has saved. Returns whether to try again later. */
  async function applyConflict(question: string, message: string): Promise<boolean> {
    const latest = await read().catch(() => undefined)
    const draft = state.pending.get(question)?.draft
    if (!draft) return false
    if (!latest) {
      setPending(question, { draft, status: 'offline', message })
      return true
    }
    load(latest)
    const theirs = state.saved.get(question)
    // An earlier request was saved, but its reply was lost.
    if (theirs && isSame(toContent(theirs), toContent(draft))) setPending(question, undefined)
    else setPending(question, { draft, status: 'conflict', message, ...(theirs && { theirs }) })
    return false
  }

  /**
   * Applies what the server has; edits that aren't sent stay. A reply can be older than a save that was answered while it
   * was on its way.
   */
  function load(latest: readonly Answer[]): void {
    const saved = new Map(state.saved)
    for (const answer of latest)
      if (answer.version >= (saved.get(answer.question)?.version ?? 0)) saved.set(answer.question, answer)
    setState({ saved })
  }

  function restore(): void {
    for (const draft of storage.read()) {
      const saved = state.saved.get(draft.question)
      if (saved && isSame(toContent(saved), toContent(draft))) continue
      setPending(draft.question, { draft, status: 'waiting' })
    }
    schedule(0)
  }
  restore()

  const get = (question: string): AnswerContent =>
    state.pending.get(question)?.draft ?? state.saved.get(question) ?? EMPTY_ANSWER

  return {
    get,
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load,
    flush,

    /** Changes an answer, stores it on the device and schedules sending it. */
    edit(question: string, changes: Partial<AnswerContent>): void {
      const pending = state.pending.get(question)
      const version = pending?.draft.version ?? state.saved.get(question)?.version ?? 0
      const draft = { ...toContent(get(question)), ...changes, question, version }
      const isConflict = pending?.status === 'conflict'
      setPending(question, isConflict ? { ...pending, draft } : { draft, status: 'waiting' })
      if (!isConflict) schedule(DEBOUNCE_MS)
    },

    /** Keeps the own version of an answer that a colleague has changed, or theirs. */
    resolve(question: string, choice: 'mine' | 'theirs'): void {
      const pending = state.pending.get(question)
      if (pending?.status !== 'conflict') return
      const version = state.saved.get(question)?.version ?? 0
      setPending(question, choice === 'mine' ? { draft: { ...pending.draft, version }, status: 'waiting' } : undefined)
      schedule(0)
    },
  }
}
