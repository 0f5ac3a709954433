import type { ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'

/** What may be done with a project in each of its statuses. */

const STATUS_ORDER: readonly ProjectStatus[] = ['setup', 'scoring', 'review', 'final']

/** Returns the direction of a status change; `undefined` if it skips a step or the status is unchanged. */
export function findDirection(from: ProjectStatus, to: ProjectStatus): 'forward' | 'back' | undefined {
  const distance = STATUS_ORDER.indexOf(to) - STATUS_ORDER.indexOf(from)
  if (distance === 1) return 'forward'
  return distance === -1 ? 'back' : undefined
}

/** Weights, candidates and criteria can change only before scoring starts. */
export const canChangeSetup = (status: ProjectStatus): boolean => status === 'setup'

/** Trials can be entered at any time before the report. */
export const canChangeTrials = (status: ProjectStatus): boolean => status !== 'final'

export const canInvite = (status: ProjectStatus): boolean => status === 'setup' || status === 'scoring'

/** Judges see one another's scores only from 复议 on. */
export const hasVisibleScores = (status: ProjectStatus): boolean => status === 'review' || status === 'final'
