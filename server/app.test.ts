/** Tests cached replies with real content in the whole app, on every database and on two nodes. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
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

onEveryDatabase('the app', (app) => {
  const get = (url: string, headers: Record<string, string> = {}) => send(app().server, { url, headers })
  const save = (kind: DocumentKind, title: string) =>
    app().database.write((transaction) =>
      app().services.content.saveInTransaction(transaction, {
        kind,
        raw: withAllSections(kind, { pageInfo: { title } }),
        actor: null,
      }),
    )

  it.each<DocumentKind>(['home', 'community', 'products'])(
    'uses the revision of the document %s as its ETag',
    async (kind) => {
      await save(kind, '一')
      const first = await get(documentCalls[kind].path)
      expect(first.headers.etag).toMatch(/^"\d+"$/)
      const again = await get(documentCalls[kind].path, { 'if-none-match': String(first.headers.etag) })
      expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
      await save(kind, '二')
      const changed = await get(documentCalls[kind].path, { 'if-none-match': String(first.headers.etag) })
      expect({ status: changed.statusCode, title: changed.json().data.pageInfo.title }).toEqual({
        status: 200,
        title: '二',
      })
      expect(changed.headers.etag).not.toBe(first.headers.etag)
    },
  )

  it('changes the ETag of the home document only if it is saved', async () => {
    const getTag = async () => Number(JSON.parse(String((await get(documentCalls.home.path)).headers.etag)))
    const before = await getTag()
    await save('home', '三')
    await createProducts(app(), 'agent', [{ name: '计数无关' }])
    expect(await getTag()).toBe(before + 1)
  })

  it('includes a new product in the catalogue’s document and lists immediately', async () => {
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

  it("does not fail for names that databases can't store", async () => {
    for (const name of ['%00', 'a%00b', '%F0%9F%92%A9', '%ED%A0%80', "'%20or%201=1--", `${'x'.repeat(2_000)}`])
      expect((await get(productCalls.get.path.replace(':id', name))).statusCode, name).toBeLessThan(500)
  })
})

describe('/readyz', () => {
  it('returns 503 once the database is closed', async () => {
    const database = await openSqliteDatabase(':memory:')
    const { server } = await createApp({ config: testConfig(), database, servePages: false })
    onTestFinished(() => server.close())
    const getStatus = async (url: string) => (await send(server, url)).statusCode
    expect(await getStatus('/healthz')).toBe(200)
    expect(await getStatus('/readyz')).toBe(200)
    await database.close()
    expect(await getStatus('/healthz')).toBe(200)
    expect(await getStatus('/readyz')).toBe(503)
    expect((await send(server, '/readyz')).json()).toEqual({ success: false, message: '服务暂时不可用，请稍后重试' })
  })

  it('returns 503 if the database does not respond', async () => {
    const database: Database = { ...(await openSqliteDatabase(':memory:')), ping: () => new Promise(() => {}) }
    const { server } = await createApp({ config: testConfig(), database, servePages: false })
    onTestFinished(async () => {
      await server.close()
      await database.close()
    })
    expect((await send(server, '/readyz')).statusCode).toBe(503)
  })
})

describe.skipIf(!postgresServer)('two nodes on one PostgreSQL (skipped without a server)', () => {
  const nodes: { database: Database; app: Awaited<ReturnType<typeof createApp>> }[] = []
  let drop = async () => {}

  beforeAll(async () => {
    const created = await createPostgresDatabase(postgresServer ?? '')
    drop = created.drop
    for (let node = 0; node < 2; node += 1) {
      const database = await openPostgresDatabase(created.url)
      nodes.push({ database, app: await createApp({ config: testConfig(), database, servePages: false }) })
    }
  })
  afterAll(async () => {
    for (const { database, app } of nodes) {
      await app.server.close()
      await database.close()
    }
    await drop()
  })

  it('invalidate cached replies within a second after a change on the other node', async () => {
    const [here, there] = nodes
    if (!here || !there) throw new Error('Two nodes must be running.')
    const readTitleOnOtherNode = async () =>
      (await send(there.app.server, documentCalls.home.path)).json().data.pageInfo.title
    const countListedOnOtherNode = async () => (await send(there.app.server, productCalls.list.path)).json().data.length
    expect(await readTitleOnOtherNode()).toBe('')
    expect(await countListedOnOtherNode()).toBe(0)
    await here.database.write((transaction) =>
      here.app.services.content.saveInTransaction(transaction, {
        kind: 'home',
        raw: withAllSections('home', { pageInfo: { title: '别处所改' } }),
        actor: null,
      }),
    )
    await createProducts({ database: here.database, services: here.app.services }, 'agent', [{ name: '别处所加' }])
    await vi.waitFor(
      async () => {
        expect(await readTitleOnOtherNode()).toBe('别处所改')
        expect(await countListedOnOtherNode()).toBe(1)
      },
      {
        timeout: 1_000,
        interval: 20,
      },
    )
  })
})
