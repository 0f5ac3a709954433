import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'

/** Returns a judge's score in a project. */
export const createProjectScore = (fields: Partial<ProjectScore>): ProjectScore => ({
  judge: 'j1',
  candidate: 'a',
  criterion: 't1',
  round: 1,
  score: 80,
  grade: 'verified',
  note: '',
  links: [],
  reason: '',
  version: 1,
  files: [],
  updatedAt: '2026-11-21T00:00:00.000Z',
  ...fields,
})
