/** An upload with progress, which `fetch` doesn't tell. */
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { API } from '#contracts/paths.ts'
import type { UploadedSubmissionFile } from '#contracts/submissions/submission.ts'
import type { ReadFailure } from '../../../shared/read-failure.ts'

/** Uploads one file; `onProgress` gets the share that is sent, 0 to 1. Throws a `ReadFailure`. */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedSubmissionFile> {
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', API.submissionFileUpload)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject({ status: 0, message: SITE_MESSAGES.network } satisfies ReadFailure)
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    request.onload = () => {
      const { success, data, message } = replyOf(request.responseText)
      if (success === true) resolve(data)
      else reject({ status: request.status, message: message || SITE_MESSAGES.uploadFailed(request.status) })
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function replyOf(text: string) {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
