import type { Judging, ScoreSave } from '#contracts/evaluation-projects/score.ts'

/** The parts of a project from which a draft's names are taken. */
export type NamedProject = Pick<Judging, 'groups' | 'candidates' | 'grades'>

/** Returns a draft as one line of text, with the names of its criterion, candidate and grade of evidence. */
export function describeDraft(
  { groups, candidates, grades }: NamedProject,
  { criterion, candidate, score, grade, note, links, reason }: ScoreSave,
): string {
  const title = groups.flatMap((group) => group.criteria).find(({ key }) => key === criterion)?.title ?? criterion
  const name = candidates.find(({ key }) => key === candidate)?.name ?? candidate
  const gradeTitle = grades.find(({ key }) => key === grade)?.title ?? grade
  const details = [
    score === null ? '未打分' : `${score}分`,
    gradeTitle && `证据为${gradeTitle}`,
    note && `依据：${note}`,
    ...links,
    reason && `修改理由：${reason}`,
  ]
  return `${title}，${name}：${details.filter(Boolean).join('；')}`
}
