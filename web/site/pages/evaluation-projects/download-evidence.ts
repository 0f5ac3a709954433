import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { EvidenceFile, JudgingAccess } from '#contracts/evaluation-projects/score.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { currentToken, getFailure } from '../../../shared/call.ts'
import { saveFile } from '../../../shared/save-file.ts'

/** Has the browser save a file of a project, which no link opens: the secret goes in the body. Throws a `ReadFailure`. */
export async function downloadEvidence(access: JudgingAccess, { id, name }: EvidenceFile): Promise<void> {
  const { method, path } = judgingCalls.downloadEvidence
  const token = currentToken()
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ access, file: id }),
  })
  if (!response.ok)
    throw getFailure(response.status, await response.json().catch(() => undefined), SITE_MESSAGES.downloadFailed)
  saveFile(await response.blob(), name)
}
