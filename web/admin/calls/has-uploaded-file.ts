import { buildCallUrl } from '#contracts/call-url.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { getToken } from '../../shared/call.ts'

/** Returns whether an uploaded file exists, such as an image or an attachment; `true` if that can't be found out. */
export async function hasUploadedFile(path: string): Promise<boolean> {
  // Attachments aren't served under their path.
  const url = path.startsWith(ATTACHMENTS_PATH)
    ? buildCallUrl(evaluationCalls.downloadAttachment, { query: { path } })
    : path
  try {
    const { status } = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${getToken()}` } })
    return status !== 404
  } catch {
    return true
  }
}

const ATTACHMENTS_PATH = `${UPLOADS_PREFIX}attachments/`
