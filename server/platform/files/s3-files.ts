import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { assertFileKey } from './file-key.ts'
import { type FileStore, FileStoreError, FileStoreTimeoutError } from './file-store.ts'
import type { S3Location } from './s3-location.ts'

/** Covers transient errors; a visitor's request must not wait longer. */
const RETRIES = 2
/** The time limit for the store's first response. The body may take as long as the visitor's own connection. */
const RESPONSE_TIMEOUT_MS = 30_000

/** Creates a store in an S3 bucket, with path-style URLs, which every S3-compatible store supports. */
export function createS3Files(
  { bucketUrl, ...access }: S3Location,
  { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = {},
): FileStore {
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES })

  async function sendRequest(method: 'GET' | 'PUT' | 'DELETE', key: string, bytes?: Uint8Array<ArrayBuffer>) {
    const sha256 = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const controller = new AbortController()
    const timer = setTimeout(
      () => controller.abort(new FileStoreTimeoutError('the file store does not respond')),
      responseTimeoutMs,
    )
    const response = client.fetch(`${bucketUrl}/${assertFileKey(key)}`, {
      method,
      // Part of the signature, so that the store rejects bytes that were modified in transit.
      headers: { 'x-amz-content-sha256': sha256 },
      signal: controller.signal,
      // Redirects aren't followed: a store at another URL has to be configured.
      redirect: 'manual',
      ...(bytes ? { body: bytes } : {}),
    })
    return response.finally(() => clearTimeout(timer))
  }

  return {
    async put(key, bytes) {
      const response = await sendRequest('PUT', key, new Uint8Array(bytes))
      await assertOk(response, `PUT ${key}`)
    },

    async open(key) {
      const response = await sendRequest('GET', key)
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      const size = Number(response.headers.get('content-length') ?? Number.NaN)
      if (!response.ok || !response.body || Number.isNaN(size)) throw await toError(response, `GET ${key}`)
      return { stream: Readable.from(response.body, { objectMode: false }), size }
    },

    async remove(key) {
      const response = await sendRequest('DELETE', key)
      if (response.status === 404) await response.body?.cancel()
      else await assertOk(response, `DELETE ${key}`)
    },
  }
}

async function assertOk(response: Response, label: string): Promise<void> {
  if (!response.ok) throw await toError(response, label)
  await response.body?.cancel()
}

/** S3 describes errors in XML; its start is enough for the log. */
async function toError(response: Response, label: string): Promise<FileStoreError> {
  const reason = (await response.text().catch(() => '')).slice(0, 300)
  const message = `the file store answered ${response.status} to ${label}: ${reason}`
  return new FileStoreError(response.status, message)
}
