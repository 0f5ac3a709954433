/** An S3 server in memory with path-style buckets, which verifies the AWS v4 signature of every request. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

export type FakeS3 = {
  /** `host:port`. */
  host: string
  /** The stored objects by `/bucket/key`. */
  objects: Map<string, Buffer>
  /** Replies to the next requests with these statuses. */
  failNext(...statuses: number[]): void
  close(): Promise<void>
}

type FakeS3Access = { region: string; accessKeyId: string; secretAccessKey: string }

export async function startFakeS3(access: FakeS3Access): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const failures: number[] = []

  function respond(request: IncomingMessage, body: Buffer): { status: number; body?: Buffer } {
    const failure = failures.shift()
    if (failure !== undefined) return { status: failure }
    if (!isSigned(request, body, access))
      return { status: 403, body: Buffer.from('<Code>SignatureDoesNotMatch</Code>') }
    const path = request.url ?? ''
    const stored = objects.get(path)
    switch (request.method) {
      case 'PUT':
        objects.set(path, body)
        return { status: 200 }
      case 'GET':
        return stored ? { status: 200, body: stored } : { status: 404, body: Buffer.from('<Code>NoSuchKey</Code>') }
      case 'DELETE':
        objects.delete(path)
        return { status: 204 }
      default:
        return { status: 405 }
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { status, body } = respond(request, Buffer.concat(chunks))
    if (status === 307) response.setHeader('location', '/zhijian/elsewhere')
    response.writeHead(status, body ? { 'content-length': body.length } : {}).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')

  return {
    host: `127.0.0.1:${address.port}`,
    objects,
    failNext: (...statuses) => failures.push(...statuses),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

/** Verifies signature version 4, implemented from its specification instead of with the client's library. */
function isSigned(request: IncomingMessage, body: Buffer, access: FakeS3Access): boolean {
  const [, keyId, day = '', region, signedHeaders = '', signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  const bodyHash = String(request.headers['x-amz-content-sha256'])
  const time = String(request.headers['x-amz-date'])
  if (keyId !== access.accessKeyId || region !== access.region || bodyHash !== sha256(body)) return false
  if (!time.startsWith(day) || !signedHeaders.split(';').includes('host')) return false
  const headers = signedHeaders.split(';').map((name) => `${name}:${request.headers[name]}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), signedHeaders, bodyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signed = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const keys = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${access.secretAccessKey}`)
  return hmac(keys, signed).toString('hex') === signature
}
