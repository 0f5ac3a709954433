import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReplyCache } from '../http/replies/reply-cache.ts'
import { cacheStaticFiles } from './static-files.ts'

const LINE = 'const name = "智鉴"\n'
/** The second is so small that a reply of its size isn't compressed. */
const SCRIPTS = [
  ['/page.js', Buffer.from(LINE.repeat(100))],
  ['/part.js', Buffer.from(LINE.repeat(3))],
] as const
/** Files that may be in the folder, but have no type that is served. */
const HIDDEN_FILES = ['.git/config', 'page.js.map', 'package.json', '.env']

describe('cacheStaticFiles', () => {
  let folder: string
  let server: Server
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhijian-test-'))
    for (const [path, script] of SCRIPTS) {
      await writeFile(join(folder, path), script)
      await writeFile(join(folder, `${path}.br`), brotliCompressSync(script))
    }
    await mkdir(join(folder, '.git'))
    for (const path of HIDDEN_FILES) await writeFile(join(folder, path), LINE)
    const cache = new ReplyCache()
    await cacheStaticFiles(cache, folder)
    server = createServer((request, response) => {
      if (!cache.respond(request, response)) response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true })
  })

  async function request(path: string, acceptEncoding?: string) {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject)
    })
    const body = Buffer.concat(await reply.toArray())
    return { status: reply.statusCode, encoding: reply.headers['content-encoding'], body }
  }

  it.each(SCRIPTS)('sends %s as the build compressed it, and in other encodings on demand', async (path, script) => {
    const [br, gzip, plain] = [await request(path, 'gzip, br'), await request(path, 'gzip'), await request(path)]
    expect(br.encoding).toBe('br')
    expect(gzip.encoding).toBe('gzip')
    expect(plain.encoding).toBeUndefined()
    expect(br.body).toEqual(brotliCompressSync(script))
    expect(gunzipSync(gzip.body)).toEqual(script)
    expect(plain.body).toEqual(script)
    expect(await request(path, 'gzip')).toEqual(gzip)
  })

  it.each([...HIDDEN_FILES, '', '.git', '.git/', '../package.json'])('does not serve /%s', async (path) => {
    expect((await request(`/${path}`)).status).toBe(404)
  })

  it('does not serve the compressed copy under its own name', async () => {
    expect((await request('/page.js.br')).status).toBe(404)
  })
})
