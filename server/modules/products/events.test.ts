import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createProductInput } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('events about products', (app) => {
  let editor: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    const ways = { 'product.updated': 'inbox', 'catalogue.updated': 'inbox', 'facts.updated': 'inbox' } as const
    await app().services.inbox.subscriptions.save({ ways, digestHour: 9 }, editor)
  })

  const { importFile } = createImportClient(app, () => editor, 'agent')
  const { save: saveFacts } = createFactClient(app, () => editor)
  /** Lists what the editor has been told since, oldest first. */
  const readInbox = async () => {
    const { items } = await app().services.inbox.list({ page: 1, status: 'unread' }, editor)
    await app().services.inbox.readAll(app().clock.now().toISOString(), editor)
    return items.map(({ event, lines, path }) => ({ event, lines, path })).reverse()
  }
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    app().server.inject({
      method,
      url: `/api/products/agent${path}`,
      headers: editor.headers,
      ...(payload && { payload }),
    })
  const create = async (name: string) =>
    app().database.write((transaction) =>
      app().services.products.create(transaction, 'agent', createProductInput({ name }), { ...editor, ip: null }),
    )

  it('says what happened to a product, and leads to its page', async () => {
    const name = `产品${randomUUID()}`
    await readInbox()
    const id = await create(name)
    const path = `/products/${encodeURIComponent(name)}`
    expect(await readInbox()).toEqual([{ event: 'product.updated', lines: [name, '变更：新增'], path }])
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(200)
    expect((await send('POST', `/${id}/restore`)).statusCode).toBe(200)
    const changes = (await readInbox()).flatMap(({ lines }) => lines[1] ?? [])
    expect(changes).toEqual(['变更：移入回收站', '变更：从回收站恢复'])
  })

  it('records one event for all products of an import', async () => {
    await readInbox()
    const rows = Array.from({ length: 30 }, (_, index) => `导入${index}`)
    await importFile(['名称', ...rows].join('\n'))
    expect(await readInbox()).toEqual([
      { event: 'catalogue.updated', lines: ['智能体目录', '变更的产品：30个'], path: '/products' },
    ])
  })

  it('records one event for a save of facts', async () => {
    const name = `产品${randomUUID()}`
    const id = await create(name)
    await readInbox()
    const facts = [createPublicFact('license', ['Apache-2.0'])]
    expect((await saveFacts(id, facts)).statusCode).toBe(200)
    expect(await readInbox()).toMatchObject([{ event: 'facts.updated', lines: [name, '变更的资料：1项'] }])
  })
})
