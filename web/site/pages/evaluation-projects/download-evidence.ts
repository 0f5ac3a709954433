import { judgingCalls, projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { EvidenceFile, JudgingAccess } from '#contracts/evaluation-projects/score.ts'
import { download } from '../../../shared/download.ts'

/** By what somebody may fetch a project's files: as its judge, or as its owner. */
export type EvidenceSource = { access: JudgingAccess } | { project: string }

/**
 * Has the browser save a file of a project, which no link opens; a judge's secret goes in the body. Throws a
 * `CallFailure`.
 */
export const downloadEvidence = (source: EvidenceSource, { id: file }: EvidenceFile): Promise<void> =>
  'access' in source
    ? download(judgingCalls.downloadEvidence, { body: { access: source.access, file } })
    : download(projectCalls.downloadEvidence, { params: { id: source.project, file } })
