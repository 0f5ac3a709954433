/** Uploads with progress, which `fetch` doesn't tell. */
import { MESSAGES } from '#contracts/messages/general.ts'
import type { ReadFailure } from '../../shared/read-failure.ts'
import { session } from '../session/session.ts'
import { withSession } from './call.ts'

type Upload = {
  /** The name of the file's field. */
  field: string
  file: Blob
  filename: string
  fields?: Readonly<Record<string, string>>
  /** Gets the share that is sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends a file in a multipart form; gives the reply's `data`. Throws a `ReadFailure`. */
export const upload = <Data>(path: string, of: Upload): Promise<Data> => withSession(() => send<Data>(path, of))

function send<Data>(path: string, { field, file, filename, fields = {}, onProgress, signal }: Upload): Promise<Data> {
  const form = new FormData()
  // The server reads fields as they come: those that describe the file stand before it.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(field, file, filename)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    const token = session.token()
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject({ status: 0, message: MESSAGES.network } satisfies ReadFailure)
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    request.onload = () => {
      const reply = parsed(request.responseText)
      if (request.status < 400 && reply?.success) resolve(reply.data)
      else reject(failure(request.status, reply))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

const failure = (status: number, reply: Partial<ReadFailure> | undefined): ReadFailure => ({
  status,
  message: reply?.message || MESSAGES.uploadFailed(status),
  ...(reply?.reason ? { reason: reply.reason } : {}),
})

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
