import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { assertFileKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'
import type { S3Place } from './s3-place.ts'

/** A hiccup of the store is tried again; a visitor's request must not wait for more than that. */
const RETRIES = 2
/** The time limit for the store's first response. The body may take as long as the visitor's own connection. */
const ANSWER_MS = 30_000

/** Files in a bucket of an S3-compatible store, addressed by path, which every such store understands. */
export function createS3Files({ bucketUrl, ...access }: S3Place): FileStore {
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES })

  async function sendRequest(method: 'GET' | 'PUT' | 'DELETE', key: string, bytes?: Uint8Array<ArrayBuffer>) {
    const sha256 = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new Error('the file store does not answer')), ANSWER_MS)
    const answer = client.fetch(`${bucketUrl}/${assertFileKey(key)}`, {
      method,
      // Signed with the rest: the store refuses bytes that were changed on their way.
      headers: { 'x-amz-content-sha256': sha256 },
      signal: controller.signal,
      // A store that is elsewhere has to be set: nothing is sent to a place that a reply names.
      redirect: 'manual',
      ...(bytes ? { body: bytes } : {}),
    })
    return answer.finally(() => clearTimeout(timer))
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

/** S3 says why in XML; its first lines are enough for the log, if this ends. */
async function toError(response: Response, label: string): Promise<Error> {
  const reason = (await response.text().catch(() => '')).slice(0, 300)
  return new Error(`the file store answered ${response.status} to ${label}: ${reason}`)
}
