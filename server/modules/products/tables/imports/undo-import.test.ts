import { beforeEach, expect, it, vi } from 'vitest'
import { editingCalls } from '#contracts/content/calls.ts'
import { DAY_MS } from '#contracts/durations.ts'
import type { EditorFact } from '#contracts/facts/fact.ts'
import { IMPORT } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls, productCalls } from '#contracts/products/calls.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the undo of an import', (app) => {
  let editor: Caller
  let otherEditor: Caller
  const client = createImportClient(app, () => editor, 'agent')
  const otherClient = createImportClient(app, () => otherEditor, 'agent')
  const { importFile, undo, listImports } = client
  const facts = createFactClient(app, () => editor)

  // Each test has its own editors; some last longer than a session.
  let testCount = 0
  beforeEach(async () => {
    testCount += 1
    editor = await createSignedInUser(app(), 'editor', `editor-${testCount}`)
    otherEditor = await createSignedInUser(app(), 'editor', `another-editor-${testCount}`)
  })

  const getProduct = async (idOrName: string) => {
    const url = fillPath(catalogueCalls.get.path, { catalogue: 'agent', id: idOrName })
    return toResult(await app().server.inject({ url, headers: editor.headers }))
  }
  const saveProduct = (idOrName: string, payload: object) =>
    app().server.inject({
      method: 'PUT',
      url: fillPath(catalogueCalls.update.path, { catalogue: 'agent', id: idOrName }),
      headers: editor.headers,
      payload,
    })
  const listPublicNames = async (search: string): Promise<string[]> => {
    const { data, closestMatch } = (
      await app().server.inject(`${productCalls.list.path}?search=${encodeURIComponent(search)}`)
    ).json()
    // Without an exact match, products that contain some of the words are listed.
    return closestMatch ? [] : data.map(({ name }: { name: string }) => name)
  }
  const listRecycledNames = async (): Promise<string[]> => {
    const url = fillPath(catalogueCalls.listRecycled.path, { catalogue: 'agent' })
    const { data } = (await app().server.inject({ url, headers: editor.headers })).json()
    return data.map(({ name }: { name: string }) => name)
  }
  const listUndoRecords = async () => (await listAudit(app(), 'data.undo-import')).map(({ detail }) => detail)

  it('removes created products and restores all previous values of updated ones, for visitors at once', async () => {
    const previous = { name: '排班助手', slogan: '旧标语', rating: 4.5, company: '甲公司', targetUsers: ['人事'] }
    await createProducts(app(), 'agent', [previous])
    const { data: before } = await getProduct('排班助手')
    const { id, undoableUntil } = await importFile(
      '名称,标语,评分,公司,目标用户\n排班助手,新标语,2,乙公司,财务\n排班新品,新的,,,\n',
    )
    expect(Date.parse(undoableUntil ?? '')).toBe(app().clock.now().getTime() + IMPORT.undoDays * DAY_MS)
    expect(await listPublicNames('排班')).toEqual(expect.arrayContaining(['排班助手', '排班新品']))
    expect(await listPublicNames('新标语')).toEqual(['排班助手'])

    expect(await undo(id)).toMatchObject({
      undoableUntil: null,
      undo: { removed: 1, restored: 1, skipped: [], by: editor.name },
    })
    const { data: after } = await getProduct('排班助手')
    expect({ ...after, lastUpdated: '' }).toEqual({ ...before, lastUpdated: '' })
    expect(await listPublicNames('排班')).toEqual(['排班助手'])
    expect(await listPublicNames('新标语')).toEqual([])
    expect(await listPublicNames('旧标语')).toEqual(['排班助手'])
    expect(await listRecycledNames()).toContain('排班新品')
    expect((await listUndoRecords())[0]).toBe('目录.csv：移入回收站1，恢复原值1，保持不变0')
    const url = fillPath(editingCalls.listRevisions.path, { kind: 'products' })
    const { data: revisions } = (await app().server.inject({ url, headers: editor.headers })).json()
    expect(revisions.slice(0, 2)).toMatchObject([
      { changes: { undoneRows: 2 }, createdBy: { name: editor.name } },
      { changes: { importedRows: 2 } },
    ])
  })

  it('leaves products alone that have changed since, and names them', async () => {
    const [renamedId = ''] = await createProducts(app(), 'agent', [
      { name: '原名' },
      { name: '改过的' },
      { name: '移走的' },
    ])
    const { id } = await importFile(
      `编号,名称,标语\n${renamedId},新名,一\n,改过的,二\n,移走的,三\n,新建后改过的,四\n,新建后移走的,五\n,新建的,六\n`,
    )
    await saveProduct('改过的', { description: '有人补了描述' })
    await saveProduct('新建后改过的', { description: '有人补了描述' })
    for (const name of ['移走的', '新建后移走的'])
      await app().server.inject({
        method: 'DELETE',
        url: fillPath(catalogueCalls.remove.path, { catalogue: 'agent', id: name }),
        headers: editor.headers,
      })
    await createProducts(app(), 'agent', [{ name: '原名' }])

    const { undo: outcome } = await undo(id)
    expect(outcome).toMatchObject({ removed: 1, restored: 0 })
    expect(outcome?.skipped.map(({ name, reason }) => [name, reason])).toEqual([
      ['新名', 'name-taken'],
      ['改过的', 'changed'],
      ['移走的', 'missing'],
      ['新建后改过的', 'changed'],
      ['新建后移走的', 'missing'],
    ])
    expect((await getProduct('改过的')).data).toMatchObject({ slogan: '二', description: '有人补了描述' })
    expect((await getProduct('新建后改过的')).data).toMatchObject({ slogan: '四' })
    expect((await getProduct('新建的')).status).toBe(404)
  })

  it('is possible for the last import of the catalogue only; earlier ones remain as history', async () => {
    const first = await importFile('名称\n先导入的\n')
    const second = await importFile('名称\n后导入的\n')
    const imports = await listImports()
    expect(imports.slice(0, 2).map(({ id, undoableUntil }) => [id, undoableUntil !== null])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
    expect(toResult(await client.callUndo(first.id))).toMatchObject({
      status: 409,
      message: '这次导入不能撤销：只有最近一次导入可以撤销，并且在7天之内',
    })
    await undo(second.id)
    expect((await client.callUndo(first.id)).statusCode).toBe(409)
    expect((await getProduct('先导入的')).status).toBe(200)
  })

  it('undoes nothing if a product can’t be restored', async () => {
    await createProducts(app(), 'agent', [{ name: '恢复不了的', slogan: '原来的' }])
    const { id } = await importFile('名称,标语\n恢复不了的,新的\n连带新建的,\n')
    vi.spyOn(app().services.products, 'saveSnapshots').mockRejectedValueOnce(new Error('the disk failed'))
    expect((await client.callUndo(id)).statusCode).toBe(500)
    vi.restoreAllMocks()
    expect((await getProduct('连带新建的')).status).toBe(200)
    expect((await undo(id)).undo).toMatchObject({ removed: 1, restored: 1 })
  })

  it('restores the facts of updated products, unless they have changed since', async () => {
    const [unchangedId = '', editedId = ''] = await createProducts(app(), 'agent', [
      { name: '有资料甲' },
      { name: '有资料乙' },
    ])
    const source = { grade: 'claimed', sourceUrl: '', readAt: null }
    for (const id of [unchangedId, editedId]) await facts.save(id, [createPublicFact('vendor', '原厂商', source)])
    const { id } = await importFile('名称,厂商（资料）,RBAC\n有资料甲,新厂商,支持\n有资料乙,新厂商,支持\n')
    const readFacts = async (productId: string) => {
      const { data } = (await facts.read(productId)).json()
      return data.facts.map(({ attribute, value }: EditorFact) => [attribute, value])
    }
    expect(await readFacts(unchangedId)).toEqual(
      expect.arrayContaining([
        ['vendor', '新厂商'],
        ['rbac', 'yes'],
      ]),
    )
    await facts.save(editedId, [createPublicFact('vendor', '更正的厂商', source)])
    expect((await undo(id)).undo).toMatchObject({ restored: 1, skipped: [{ name: '有资料乙' }] })
    expect(await readFacts(unchangedId)).toEqual([['vendor', '原厂商']])
    expect(await readFacts(editedId)).toEqual([['vendor', '更正的厂商']])
  })

  it('happens once if it is requested twice, also by two users at the same time', async () => {
    const { id } = await importFile('名称\n只撤销一次\n')
    const records = await listUndoRecords()
    const replies = await Promise.all([undo(id), otherClient.undo(id)])
    expect(replies.map((reply) => reply.id)).toEqual([id, id])
    const [view] = replies
    expect(view?.undo).toMatchObject({ removed: 1, skipped: [] })
    // Restored on purpose: a repeated request must not remove it again.
    const { items } = await app().services.products.listRecycled('agent')
    const productId = items.find(({ name }) => name === '只撤销一次')?.id ?? ''
    await app().server.inject({
      method: 'POST',
      url: fillPath(catalogueCalls.restore.path, { catalogue: 'agent', id: productId }),
      headers: editor.headers,
    })
    expect(await undo(id)).toEqual(view)
    expect((await getProduct('只撤销一次')).status).toBe(200)
    expect(await listUndoRecords()).toEqual(['目录.csv：移入回收站1，恢复原值0，保持不变0', ...records])
  })

  it('is possible for all editors, and names who undid it', async () => {
    const { id } = await importFile('名称\n别人撤销\n')
    expect((await otherClient.listImports())[0]).toMatchObject({ id, author: editor.name, counts: { create: 1 } })
    expect((await otherClient.undo(id)).undo).toMatchObject({ removed: 1, by: otherEditor.name })
  })

  it('retains files that only previous values refer to', async () => {
    const { services, clock } = app()
    await services.files.save({
      key: 'logos/previous.png',
      mimetype: 'image/png',
      originalName: 'logo.png',
      bytes: Buffer.from('image'),
    })
    await createProducts(app(), 'agent', [{ name: '换了标志', logoUrl: '/uploads/logos/previous.png' }])
    const { id } = await importFile('名称,Logo\n换了标志,/uploads/logos/new.png\n')
    expect((await getProduct('换了标志')).data.logoUrl).toBe('/uploads/logos/new.png')
    clock.advance(DAY_MS + 1)
    await services.files.deleteUnreferenced()
    expect((await app().server.inject('/uploads/logos/previous.png')).statusCode).toBe(200)
    editor = await createSignedInUser(app(), 'editor', 'editor-of-the-next-day')
    expect((await undo(id)).undo).toMatchObject({ restored: 1 })
  })

  it('ends after a week, with the previous values', async () => {
    const { id } = await importFile('名称\n一周之后\n')
    const countChanges = async () =>
      (await app().database.read.selectFrom('productImportChanges').select('name').where('importId', '=', id).execute())
        .length
    app().clock.advance(IMPORT.undoDays * DAY_MS - 1_000)
    await app().services.productTables.imports.purge()
    expect(await countChanges()).toBe(1)
    app().clock.advance(2_000)
    editor = await createSignedInUser(app(), 'editor', 'editor-of-the-week-after')
    expect(toResult(await client.callUndo(id))).toMatchObject({ status: 409 })
    await app().services.productTables.imports.purge()
    expect(await countChanges()).toBe(0)
    expect((await listImports())[0]).toMatchObject({ id, undoableUntil: null })
  })
})
