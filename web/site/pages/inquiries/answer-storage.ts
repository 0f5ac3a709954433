import { type AnswerSave, AnswerSaveSchema } from '#contracts/inquiries/question.ts'
import { isSame } from '../../../shared/versioned/three-way.ts'
import type { createStoredValue } from '../../stored-value.ts'

const byQuestion = (drafts: readonly AnswerSave[]) => new Map(drafts.map((draft) => [draft.question, draft]))

/**
 * Creates the storage of answers on the device that the server hasn't saved yet. Other tabs may have the same link open: what
 * this page has neither read nor written is theirs, and stays until they have sent it, or until the next visit does.
 */
export function createAnswerStorage(stored: ReturnType<typeof createStoredValue<unknown>>) {
  let own: ReadonlyMap<string, AnswerSave> = new Map()

  function readAll(): AnswerSave[] {
    const items = stored.read()
    return Array.isArray(items) ? items.flatMap((item) => AnswerSaveSchema.safeParse(item).data ?? []) : []
  }

  return {
    read(): AnswerSave[] {
      const drafts = readAll()
      own = byQuestion(drafts)
      return drafts
    },

    /** Stores this page's drafts in place of those before. Returns whether the browser could. */
    write(drafts: readonly AnswerSave[]): boolean {
      const written = byQuestion(drafts)
      const others = readAll().filter(
        (draft) => !written.has(draft.question) && !isSame(own.get(draft.question), draft),
      )
      const all = [...others, ...drafts]
      const isWritten = all.length > 0 ? stored.write(all) : stored.clear()
      if (isWritten) own = written
      return isWritten
    },
  }
}
