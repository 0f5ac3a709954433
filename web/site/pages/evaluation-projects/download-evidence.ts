import { judgingCalls, projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { EvidenceFile, JudgingAccess } from '#contracts/evaluation-projects/score.ts'
import { download } from '../../../shared/download.ts'

/** The access by which a project's files are downloaded: as a judge, or as the owner. */
export type EvidenceSource = { access: JudgingAccess } | { project: string }

/**
 * Downloads a file of a project by a POST request, as a judge's secret must not be in a URL. Throws a `CallError`.
 */
export const downloadEvidence = (source: EvidenceSource, { id: file }: EvidenceFile): Promise<void> =>
  'access' in source
    ? download(judgingCalls.downloadEvidence, { body: { access: source.access, file } })
    : download(projectCalls.downloadEvidence, { params: { id: source.project, file } })
