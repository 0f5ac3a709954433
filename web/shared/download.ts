/** Downloads files that need authorization: fetches them with the token, then has the browser save them. */
import type { Call } from '#contracts/call.ts'
import { buildCallUrl, type UrlParts } from '#contracts/call-url.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { getToken, toCallError } from './call.ts'
import type { CallError } from './call-error.ts'
import { saveFile } from './save-file.ts'

/** `form` is sent instead of a JSON body. */
type FileInput = UrlParts & { body?: object; form?: FormData; signal?: AbortSignal | undefined }

/** Makes a call whose reply is a file. Throws a `CallError`. */
export async function fetchFile(
  contract: Pick<Call, 'method' | 'path'>,
  { body, form, signal, ...parts }: FileInput = {},
): Promise<Response> {
  const token = getToken()
  const headers = new Headers()
  if (body) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(buildCallUrl(contract, parts), {
    method: contract.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw { status: 0, message: SITE_MESSAGES.network } satisfies CallError
  })
  if (response.ok) return response
  throw toCallError(response.status, await response.json().catch(() => undefined), SITE_MESSAGES.downloadFailed)
}

/** Saves a reply's file in the browser, under the name that the server sent. Throws a `CallError` if it is cut off. */
export async function saveReply(response: Response): Promise<void> {
  const file = await response.blob().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw { status: 0, message: SITE_MESSAGES.downloadFailed } satisfies CallError
  })
  saveFile(file, getFilename(response.headers.get('content-disposition')))
}

/** Makes a call whose reply is a file, and has the browser save it. Throws a `CallError`. */
export const download = async (contract: Pick<Call, 'method' | 'path'>, input?: FileInput): Promise<void> =>
  saveReply(await fetchFile(contract, input))

/** Returns the file name of a `Content-Disposition` header, which always has the extended form (RFC 6266 §4.3). */
const getFilename = (disposition: string | null): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1] ?? 'download')
