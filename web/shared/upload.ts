/** Uploads with progress, which `fetch` doesn't report. */
import type { Call, CallReply, UploadedFile } from '#contracts/call.ts'
import { buildCallUrl, type UrlParts } from '#contracts/call-url.ts'
import { describeUploadError } from '#contracts/messages/http-error.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PROGRESS_TYPE, type ProgressLine, type ReportProgress } from '#contracts/progress.ts'
import { getToken, sendWithKey, toCallError } from './call.ts'
import type { CallError } from './call-error.ts'

export type UploadCall = Call & { file: UploadedFile }

export type Upload = UrlParts & {
  file: Blob
  filename: string
  /** The text fields sent with the file. */
  fields?: Readonly<Record<string, string>>
  /** Receives the uploaded fraction, 0 to 1. */
  onProgress?: (progress: number) => void
  /** Receives the progress of a call that reports it. */
  onReport?: ReportProgress
  signal?: AbortSignal | undefined
}

/**
 * Makes a call that sends a file. Returns its reply; throws a `CallError`, or an `AbortError` if it was cancelled.
 */
export function upload<C extends UploadCall>(contract: C, input: Upload): Promise<CallReply<C>>
export function upload(contract: UploadCall, input: Upload): Promise<unknown> {
  const url = buildCallUrl(contract, input)
  const { file, filename, fields } = input
  const modified = file instanceof File ? file.lastModified : ''
  const content = `${contract.method} ${url} ${JSON.stringify([fields, filename, file.size, modified])}`
  return sendWithKey(contract, { content }, (headers) => sendFile(contract, url, input, headers))
}

function sendFile(contract: UploadCall, url: string, input: Upload, headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(contract.method, url)
    if (input.onReport) request.setRequestHeader('accept', `${PROGRESS_TYPE}, application/json`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const token = getToken()
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => input.onProgress?.(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject({ status: 0, message: SITE_MESSAGES.network } satisfies CallError)
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    const readLines = createLineReader(input.onReport)
    request.onprogress = () => {
      if (isStreamed(request)) readLines(request.responseText)
    }
    request.onload = () => {
      const last = isStreamed(request) ? readLines(request.responseText) : undefined
      // A stream without a reply was cut off.
      if (isStreamed(request) && !last) return reject({ status: 0, message: SITE_MESSAGES.network } satisfies CallError)
      const { status, body: reply } = last ?? { status: request.status, body: tryParseJson(request.responseText) }
      if (status < 400 && reply !== undefined) resolve(reply)
      else reject(toCallError(status, reply, contract.failureMessage ?? describeUploadError(status)))
    }
    input.signal?.addEventListener('abort', () => request.abort())
    request.send(toFormData(contract, input))
  })
}

const isStreamed = (request: XMLHttpRequest): boolean =>
  request.getResponseHeader('content-type')?.startsWith(PROGRESS_TYPE) === true

/** Returns a function that reports the complete lines of a growing text once, and returns the reply in the last line. */
function createLineReader(onReport: ReportProgress | undefined) {
  let position = 0
  let reply: Extract<ProgressLine, { status: number }> | undefined
  return (text: string) => {
    for (let end = text.indexOf('\n', position); end >= 0; end = text.indexOf('\n', position)) {
      const line: ProgressLine = JSON.parse(text.slice(position, end))
      position = end + 1
      if ('progress' in line) onReport?.(line.progress)
      else reply = line
    }
    return reply
  }
}

/** Returns the form that sends a file. */
export function toFormData(
  { file: { field } }: Pick<UploadCall, 'file'>,
  { file, filename, fields = {} }: Pick<Upload, 'file' | 'filename' | 'fields'>,
): FormData {
  const form = new FormData()
  // The server reads the parts in order, so the fields come before the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(field, file, filename)
  return form
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
