import type { ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'

const ORDER: readonly ProjectStatus[] = ['setup', 'scoring', 'review', 'final']

/** Returns which way a change of status goes; `undefined` if it skips a step or none is taken. */
export function getDirection(from: ProjectStatus, to: ProjectStatus): 'forward' | 'back' | undefined {
  const distance = ORDER.indexOf(to) - ORDER.indexOf(from)
  if (distance === 1) return 'forward'
  return distance === -1 ? 'back' : undefined
}

/** Weights, candidates and criteria change only before anyone scores. */
export const canChangeSetup = (status: ProjectStatus): boolean => status === 'setup'

/** Tests may be entered any time before the report. */
export const canChangeTests = (status: ProjectStatus): boolean => status !== 'final'

export const canInvite = (status: ProjectStatus): boolean => status === 'setup' || status === 'scoring'

/** Before 复议 nobody sees the scores of another. */
export const areScoresOpen = (status: ProjectStatus): boolean => status === 'review' || status === 'final'
