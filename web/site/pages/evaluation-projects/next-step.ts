/** The steps of a project, and the requirements for the next one. */
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { PROJECT_STATUSES, type ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import { listJudgedGroups } from '#contracts/rules/evaluation/counted-criteria.ts'
import { describeExclusionReason } from '#contracts/rules/evaluation/describe-prices.ts'
import { listUnsigned } from '#contracts/rules/evaluation/final-table.ts'
import { listPriceExclusions } from '#contracts/rules/evaluation/project-prices.ts'

type Progress = Pick<ProjectView, 'status' | 'setup' | 'judges'> &
  Partial<Pick<ProjectView, 'interest' | 'signing' | 'offers'>>

const getAdjacentStatus = (status: ProjectStatus, distance: 1 | -1): ProjectStatus | undefined =>
  PROJECT_STATUSES[PROJECT_STATUSES.indexOf(status) + distance]
export const getNextStatus = (status: ProjectStatus): ProjectStatus | undefined => getAdjacentStatus(status, 1)
export const getPreviousStatus = (status: ProjectStatus): ProjectStatus | undefined => getAdjacentStatus(status, -1)

/** Returns what is missing for the next step; empty if the step can be taken. */
export function listMissing({ status, setup, judges }: Progress): string[] {
  const activeJudges = judges.filter((judge) => judge.status !== 'removed')
  const isJudged = listJudgedGroups(setup).length > 0
  if (status === 'setup')
    return [
      ...(setup.candidates.length === 0 ? [MESSAGES.noCandidates] : []),
      ...(activeJudges.length === 0 && isJudged ? [MESSAGES.noJudges] : []),
    ]
  if (status === 'scoring')
    return !isJudged || activeJudges.some((judge) => judge.status === 'submitted') ? [] : [MESSAGES.noSubmittedScores]
  return []
}

/** Returns the names of judges whose signature 定稿 requires, or a reason. */
export function listMissingSignatures({ judges, signing }: Pick<Progress, 'judges' | 'signing'>): string[] {
  if (!signing?.isRequired) return []
  return listUnsigned(
    judges.filter((judge) => judge.status === 'submitted'),
    signing,
  ).map(({ name }) => name)
}

/** Returns warnings about the next step, which don't prevent it. */
export function listWarnings({ status, setup, judges, signing, offers = [] }: Progress): string[] {
  if (status === 'review') {
    const names = listMissingSignatures({ judges, signing })
    return names.length === 0 ? [] : [`尚未签署终表：${names.join('、')}`]
  }
  const activeJudges = judges.filter((judge) => judge.status !== 'removed')
  if (status === 'setup' && setup.candidates.length === 1) return ['只有一个候选，没有可比较的对象']
  if (status === 'setup' && activeJudges.length === 1 && listJudgedGroups(setup).length > 0)
    return ['只有一位评委，无法衡量评委之间的一致性']
  const unfinishedNames = activeJudges.filter((judge) => judge.status !== 'submitted').map((judge) => judge.name)
  if (status !== 'scoring') return []
  return [
    ...(unfinishedNames.length > 0 ? [`尚未提交：${unfinishedNames.join('、')}。复议开始后不再计入`] : []),
    ...listPriceWarnings({ setup, offers }),
  ]
}

/** Warns of candidates that stand outside the order, as their offers can't be changed any more from 复议 on. */
function listPriceWarnings(project: Required<Pick<Progress, 'setup' | 'offers'>>): string[] {
  const names = new Map(project.setup.candidates.map(({ key, name }) => [key, name]))
  const excluded = listPriceExclusions(project)
  if (excluded.length === 0) return []
  const reasons = excluded.map(
    (exclusion) => `${names.get(exclusion.candidate) ?? exclusion.candidate}（${describeExclusionReason(exclusion)}）`,
  )
  return [`不参加排名：${reasons.join('、')}。复议开始后不能再改报价`]
}
