/** The answers to an item of a checklist, and the scores that they stand for. */

/** A blank score is unknown: it lowers what is scored, and doesn't count as no. */
export const CHECKLIST_ANSWERS = [
  { score: 100, label: '是' },
  { score: 50, label: '部分' },
  { score: 0, label: '否' },
  { score: null, label: '未知' },
] as const

/** Returns whether a score stands for an answer. */
export const isChecklistScore = (score: number | null): boolean =>
  CHECKLIST_ANSWERS.some((answer) => answer.score === score)

/** Returns a judge's score as they gave it: the answer to an item of a checklist, points otherwise. */
export function describeScore(score: number | null, { isChecklist }: { isChecklist?: boolean | undefined }): string {
  const answer = isChecklist ? CHECKLIST_ANSWERS.find((item) => item.score === score) : undefined
  if (answer) return answer.label
  return score === null ? '不评' : String(score)
}
