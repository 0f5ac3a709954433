import { judgingCalls, projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { EvidenceFile, JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { download } from '../../../shared/download.ts'

/** How a project's files are accessed: by a judge's access, or by the project's id as its owner. */
export type EvidenceSource = { access: JudgeCredentials } | { project: string }

/** Downloads an evidence file. Judges use a POST request, so that their secret isn't in a URL. Throws a `CallError`. */
export const downloadEvidence = (source: EvidenceSource, { id: file }: EvidenceFile): Promise<void> =>
  'access' in source
    ? download(judgingCalls.downloadEvidence, { body: { access: source.access, file } })
    : download(projectCalls.downloadEvidence, { params: { id: source.project, file } })
