import type { Answer, AnswerContent, AnswerSave } from '#contracts/inquiries/question.ts'
import { isSame } from '../../../shared/versioned/three-way.ts'
import { createItemAutosave } from '../../item-autosave.ts'

type Dependencies = {
  send: (answer: AnswerSave) => Promise<Answer>
  /** Reads the answers that the server has. */
  read: () => Promise<readonly Answer[]>
  storage: { read: () => readonly AnswerSave[]; write: (drafts: readonly AnswerSave[]) => boolean }
}

const EMPTY_ANSWER: AnswerContent = { value: null, note: '', sourceUrl: '' }

const toMap = (answers: readonly Answer[]) => new Map(answers.map((answer) => [answer.question, answer]))
const toContent = ({ value, note, sourceUrl }: AnswerContent): AnswerContent => ({ value, note, sourceUrl })

/** Creates the autosave of a vendor's answers by question, beginning with what an earlier visit has left on the device. */
export function createAnswerAutosave(answers: readonly Answer[], { send, read, storage }: Dependencies) {
  const { getState, subscribe, flush, close, resolve, ...autosave } = createItemAutosave<AnswerSave, Answer>({
    saved: toMap(answers),
    send: (_question, draft) => send(draft),
    read: async () => toMap(await read()),
    store: (drafts) => storage.write(drafts.map(([, draft]) => draft)),
    hasSameValues: (a, b) => isSame(toContent(a), toContent(b)),
  })
  autosave.adopt(storage.read().map((draft) => [draft.question, draft]))

  const find = (question: string) => getState().pending.get(question)?.draft ?? getState().saved.get(question)

  return {
    getState,
    subscribe,
    flush,
    close,
    resolve,

    get: (question: string): AnswerContent => find(question) ?? EMPTY_ANSWER,

    load: (latest: readonly Answer[]): void => autosave.load(toMap(latest)),

    edit(question: string, changes: Partial<AnswerContent>): void {
      const current = find(question)
      const content = toContent(current ?? EMPTY_ANSWER)
      autosave.put(question, { ...content, ...changes, question, version: current?.version ?? 0 })
    },
  }
}
