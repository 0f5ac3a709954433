/** Files that are made for the caller: fetched with the token, then saved by the browser. */
import { type AddressParts, callAddress } from '#contracts/call-address.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { ReadFailure } from '../../shared/read-failure.ts'
import { saveFile } from '../../shared/save-file.ts'
import { session } from '../session/session.ts'
import { withSession } from './call.ts'

/** Makes a call whose reply is a file, and saves it under the name that the server gives it. Throws a `ReadFailure`. */
export async function download(
  contract: { path: string },
  { signal, ...parts }: AddressParts & { signal?: AbortSignal } = {},
): Promise<void> {
  const response = await withSession(() => fetchFile(callAddress(contract, parts), signal))
  saveFile(await response.blob(), getFilename(response.headers.get('content-disposition')))
}

async function fetchFile(address: string, signal: AbortSignal | undefined): Promise<Response> {
  const token = session.token()
  const response = await fetch(address, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw { status: 0, message: MESSAGES.network } satisfies ReadFailure
  })
  if (response.ok) return response
  const reply: unknown = await response.json().catch(() => undefined)
  const { message = '' } = Object(reply)
  throw { status: response.status, message: message || MESSAGES.downloadFailed } satisfies ReadFailure
}

/** Returns the server always sends the extended form (RFC 6266 §4.3). */
const getFilename = (disposition: string | null): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1] ?? 'download')
