/** What only the whole app can show: kept replies of real content, on every database and on two nodes. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { productCalls } from '#contracts/products/calls.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { createProducts } from '#testing/factories/products.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { createApp } from './app.ts'
import { type Database, openPostgresDatabase, openSqliteDatabase } from './platform/database/database.ts'

onEveryDatabase('content over the wire', (app) => {
  const get = (url: string, headers: Record<string, string> = {}) => send(app().server, { url, headers })
  const save = (kind: DocumentKind, title: string) =>
    app().database.write((write) =>
      app().services.content.save(write, {
        kind,
        raw: withAllSections(kind, { pageInfo: { title } }),
        actor: null,
      }),
    )

  it.each<DocumentKind>(['home', 'community', 'products'])(
    '%s has its revision as ETag until it is saved',
    async (kind) => {
      await save(kind, '一')
      const first = await get(documentCalls[kind].path)
      expect(first.headers.etag).toMatch(/^"\d+"$/)
      const again = await get(documentCalls[kind].path, { 'if-none-match': String(first.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      await save(kind, '二')
      const changed = await get(documentCalls[kind].path, { 'if-none-match': String(first.headers.etag) })
      expect([changed.statusCode, changed.json().data.pageInfo.title]).toEqual([200, '二'])
      expect(changed.headers.etag).not.toBe(first.headers.etag)
    },
  )

  it('the ETag of the home document counts its saves only', async () => {
    const tag = async () => Number(JSON.parse(String((await get(documentCalls.home.path)).headers.etag)))
    const before = await tag()
    await save('home', '三')
    await createProducts(app(), 'agent', [{ name: '计数无关' }])
    expect(await tag()).toBe(before + 1)
  })

  it('a catalogue’s document and lists show a new product at once', async () => {
    const [document, list] = [
      documentCalls.products.path,
      `${productCalls.list.path}?search=${encodeURIComponent('新品')}`,
    ]
    const before = (await get(document)).headers.etag
    expect((await get(list)).json().data).toEqual([])
    await createProducts(app(), 'agent', [{ name: '新品' }])
    expect((await get(document)).headers.etag).not.toBe(before)
    expect((await get(list)).json().data).toHaveLength(1)
  })

  it("a name that databases can't store finds nothing", async () => {
    for (const name of ['%00', 'a%00b', '%F0%9F%92%A9', '%ED%A0%80', "'%20or%201=1--", `${'x'.repeat(2_000)}`])
      expect((await get(productCalls.get.path.replace(':id', name))).statusCode, name).toBeLessThan(500)
  })
})

describe('readiness', () => {
  it('ends with the database', async () => {
    const database = await openSqliteDatabase(':memory:')
    const { server } = await createApp({ config: testConfig(), database, hasPages: false })
    const status = async (url: string) => (await send(server, url)).statusCode
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    await database.close()
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    expect((await send(server, '/readyz')).json()).toEqual({ success: false, message: '服务暂时不可用，请稍后重试' })
    await server.close()
  })

  it('does not wait for a database that hangs', async () => {
    const database: Database = { ...(await openSqliteDatabase(':memory:')), ping: () => new Promise(() => {}) }
    const { server } = await createApp({ config: testConfig(), database, hasPages: false })
    expect((await send(server, '/readyz')).statusCode).toBe(503)
    await server.close()
    await database.close()
  })
})

describe.skipIf(!postgresServer)('two nodes on one PostgreSQL (skipped if no server answers)', () => {
  const nodes: { database: Database; app: Awaited<ReturnType<typeof createApp>> }[] = []
  let drop = async () => {}

  beforeAll(async () => {
    const created = await createPostgresDatabase(postgresServer ?? '')
    drop = created.drop
    for (let node = 0; node < 2; node += 1) {
      const database = await openPostgresDatabase(created.url)
      nodes.push({ database, app: await createApp({ config: testConfig(), database, hasPages: false }) })
    }
  })
  afterAll(async () => {
    for (const { database, app } of nodes) {
      await app.server.close()
      await database.close()
    }
    await drop()
  })

  it('a change on one node invalidates the cached reply on the other within a second', async () => {
    const [here, there] = nodes
    if (!here || !there) throw new Error('two nodes were made')
    const readTitleThere = async () =>
      (await send(there.app.server, documentCalls.home.path)).json().data.pageInfo.title
    const countListedThere = async () => (await send(there.app.server, productCalls.list.path)).json().data.length
    expect([await readTitleThere(), await countListedThere()]).toEqual(['', 0])
    await here.database.write((write) =>
      here.app.services.content.save(write, {
        kind: 'home',
        raw: withAllSections('home', { pageInfo: { title: '别处所改' } }),
        actor: null,
      }),
    )
    await createProducts({ database: here.database, services: here.app.services }, 'agent', [{ name: '别处所加' }])
    await vi.waitFor(async () => expect([await readTitleThere(), await countListedThere()]).toEqual(['别处所改', 1]), {
      timeout: 1_000,
      interval: 20,
    })
  })
})
