import type { ReviewCheck, SubmissionNotes, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'

/** What a reviewer writes beside a submission. */
export type Typed = { reviewNotes: string; vendorNotes: string; checklist: readonly ReviewCheck[] }
export const NOTE_TEXTS = ['vendorNotes', 'reviewNotes'] as const
export type NoteText = (typeof NOTE_TEXTS)[number]
/** Another reviewer's words, where ours are neither theirs nor what both began from. */
export type Clash = Partial<Record<NoteText, string>>

export const typedOf = ({ reviewNotes, vendorNotes, checklist }: SubmissionRecord): Typed => ({
  ...{ reviewNotes, vendorNotes, checklist },
})

export const isSame = (one: Typed, other: Typed): boolean => Object.keys(changedNotes(one, other)).length === 0

/** Only what differs: another reviewer's words in another field stay. */
export function changedNotes(before: Typed, now: Typed): Omit<SubmissionNotes, 'version'> {
  return {
    ...(before.reviewNotes === now.reviewNotes ? {} : { reviewNotes: now.reviewNotes }),
    ...(before.vendorNotes === now.vendorNotes ? {} : { vendorNotes: now.vendorNotes }),
    ...(before.checklist.join() === now.checklist.join() ? {} : { checklist: [...now.checklist] }),
  }
}

type Versions = { before: Typed; ours: Typed; theirs: Typed; clash: Clash }

/** Ours and theirs in one, with the texts that only a person can settle; `clash` holds those that still wait for it. */
export function mergedNotes({ before, ours, theirs, clash }: Versions): { typed: Typed; clash: Clash } {
  const settled: Clash = {}
  for (const name of NOTE_TEXTS) {
    const isOpen = clash[name] !== undefined || (ours[name] !== before[name] && theirs[name] !== before[name])
    if (isOpen && ours[name] !== theirs[name]) settled[name] = theirs[name]
  }
  const text = (name: NoteText) => (clash[name] === undefined && ours[name] === before[name] ? theirs : ours)[name]
  return {
    typed: { reviewNotes: text('reviewNotes'), vendorNotes: text('vendorNotes'), checklist: mergedChecks() },
    clash: settled,
  }

  /** Every tick stands by itself: what we changed holds over theirs, all else is theirs. */
  function mergedChecks(): ReviewCheck[] {
    const ticked = ours.checklist.filter((check) => !before.checklist.includes(check))
    const unticked = before.checklist.filter((check) => !ours.checklist.includes(check))
    return [...new Set([...theirs.checklist, ...ticked])].filter((check) => !unticked.includes(check))
  }
}
