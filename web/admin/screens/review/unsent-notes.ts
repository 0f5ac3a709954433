import type { ReviewCheck, SubmissionRecord } from '#contracts/submission-review.ts'

/** What a reviewer writes beside a submission. */
export type Typed = { reviewNotes: string; vendorNotes: string; checklist: readonly ReviewCheck[] }

export const typedOf = ({ reviewNotes, vendorNotes, checklist }: SubmissionRecord): Typed => ({
  ...{ reviewNotes, vendorNotes, checklist },
})

export const isSame = (one: Typed, other: Typed): boolean =>
  one.reviewNotes === other.reviewNotes &&
  one.vendorNotes === other.vendorNotes &&
  one.checklist.join() === other.checklist.join()

/** Notes by their submission that the server has not taken yet, for as long as the page is open. */
export function createUnsentNotes() {
  const listeners = new Set<() => void>()
  const kept = new Map<string, Typed>()
  const told = () => {
    for (const listener of listeners) listener()
  }
  return {
    get: (id: string) => kept.get(id),
    has: (id: string) => kept.has(id),
    isAny: () => kept.size > 0,
    set(id: string, typed: Typed) {
      kept.set(id, typed)
      told()
    },
    delete(id: string) {
      if (kept.delete(id)) told()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const unsentNotes = createUnsentNotes()
