import { beforeEach, describe, expect, it } from 'vitest'
import { editingCalls } from '#contracts/content/calls.ts'
import { DAY_MS } from '#contracts/durations.ts'
import type { EditorFact } from '#contracts/facts/fact.ts'
import { IMPORT } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls, productCalls } from '#contracts/products/calls.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createTableClient } from '#testing/factories/product-tables.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

/** Saved and undone in several parts. */
const LARGE_ROW_COUNT = IMPORT.singleTransactionRows + 1

onEveryDatabase('the undo of an import', (app) => {
  let editor: Caller
  let otherEditor: Caller
  const client = createImportClient(app, () => editor, 'agent')
  const otherClient = createImportClient(app, () => otherEditor, 'agent')
  const { start, apply, startApplying, get, cancel, undo, waitUntil, listPast, listUndoSkipped } = client
  const facts = createFactClient(app, () => editor)

  // Each test has its own editors; some last longer than a session.
  let testCount = 0
  beforeEach(async () => {
    testCount += 1
    editor = await createSignedInUser(app(), 'editor', `editor-${testCount}`)
    otherEditor = await createSignedInUser(app(), 'editor', `another-editor-${testCount}`)
  })

  const importFile = async (bytes: string): Promise<ProductImport> => apply((await start(bytes)).id)
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
  /** Stops the undo of a large import after its first part, as the shutdown of a server does. */
  async function interruptUndo(id: string): Promise<ProductImport> {
    const undoing = undo(id)
    await waitUntil(id, (view) => view.undo !== null && view.undo.removed > 0)
    await app().services.productTables.imports.close()
    await undoing
    app().clock.advance(IMPORT.expiryMs + 1_000)
    return get(id)
  }

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
      status: 'undone',
      undoableUntil: null,
      undo: { status: 'done', removed: 1, restored: 1, skipped: 0, by: editor.name },
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

    expect((await undo(id)).undo).toMatchObject({ removed: 1, restored: 0, skipped: 5 })
    expect((await listUndoSkipped(id)).data.map(({ name, reason }) => [name, reason])).toEqual([
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

  it('restores a product that was changed and changed back, also after the undo of a later import', async () => {
    await createProducts(app(), 'agent', [{ name: '改了两次', slogan: '最初' }])
    const first = await importFile('名称,标语\n改了两次,第一次\n')
    const second = await importFile('名称,标语\n改了两次,第二次\n')
    expect((await undo(second.id)).undo).toMatchObject({ restored: 1, skipped: 0 })
    expect((await undo(first.id)).undo).toMatchObject({ restored: 1, skipped: 0 })
    expect((await getProduct('改了两次')).data.slogan).toBe('最初')
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
    expect((await undo(id)).undo).toMatchObject({ restored: 1, skipped: 1 })
    expect(await readFacts(unchangedId)).toEqual([['vendor', '原厂商']])
    expect(await readFacts(editedId)).toEqual([['vendor', '更正的厂商']])
  })

  it('happens once if it is requested twice, also by two users at the same time', async () => {
    const { id } = await importFile('名称\n只撤销一次\n')
    const records = await listUndoRecords()
    const replies = await Promise.all([undo(id), otherClient.undo(id)])
    expect(replies.map((reply) => reply.id)).toEqual([id, id])
    const view = await waitUntil(id, ({ status }) => status === 'undone')
    expect(view.undo).toMatchObject({ removed: 1, skipped: 0 })
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

  it('stays possible after the result is closed and another import was made, for all editors', async () => {
    const { id } = await importFile('名称\n关闭后撤销\n')
    await cancel(id)
    await importFile('名称\n后来的\n')
    const past = await otherClient.listPast()
    expect(past.data.find((run) => run.id === id)).toMatchObject({ author: editor.name, counts: { create: 1 } })
    expect((await otherClient.undo(id)).undo).toMatchObject({ removed: 1, by: otherEditor.name })
  })

  it('is possible for an import in one request', async () => {
    const { dryRun, importTable } = createTableClient(app, () => editor, 'agent')
    const bytes = '名称\n一次请求导入的\n'
    const { fingerprint } = await dryRun(bytes)
    await importTable(bytes, { mode: 'apply', fingerprint }, '一次.csv')
    const run = (await listPast()).data.find(({ fileName }) => fileName === '一次.csv')
    expect((await undo(run?.id ?? '')).undo).toMatchObject({ removed: 1 })
    expect((await getProduct('一次请求导入的')).status).toBe(404)
  })

  it('is rejected for an import that has saved nothing', async () => {
    const { id } = await start('名称\n还没有导入\n')
    expect(toResult(await client.call('POST', `${id}/undo`))).toMatchObject({
      status: 409,
      message: '这次导入不能撤销：没有导入任何产品，还在进行，或已超过7天',
    })
    expect(toResult(await otherClient.call('POST', `${id}/undo`))).toMatchObject({ status: 404 })
  })

  describe(`of ${LARGE_ROW_COUNT} rows`, () => {
    const createCsv = (prefix: string) =>
      `名称\n${Array.from({ length: LARGE_ROW_COUNT }, (_, index) => `${prefix}${index + 1}`).join('\n')}\n`

    it('is resumed where a shutdown of the server interrupted it', async () => {
      const { id } = await start(createCsv('大批'))
      await waitUntil(id, ({ status }) => status === 'planned')
      await apply(id)
      const interrupted = await interruptUndo(id)
      expect(interrupted).toMatchObject({ status: 'interrupted', canResume: false, undo: { status: 'interrupted' } })
      expect(interrupted.undo?.removed).toBeLessThan(LARGE_ROW_COUNT)
      await undo(id)
      const undone = await waitUntil(id, ({ status }) => status === 'undone')
      expect(undone.undo).toMatchObject({ removed: LARGE_ROW_COUNT, restored: 0, skipped: 0 })
      expect(await listPublicNames('大批')).toEqual([])
      expect((await listUndoRecords())[0]).toBe(`目录.csv：移入回收站${LARGE_ROW_COUNT}，恢复原值0，保持不变0`)
    }, 60_000)

    it('undoes what an interrupted import has saved, which can then not be resumed', async () => {
      const { id } = await start(createCsv('中断'))
      await waitUntil(id, ({ status }) => status === 'planned')
      const saving = startApplying(id)
      await waitUntil(id, ({ appliedRows }) => appliedRows > 0)
      await app().services.productTables.imports.close()
      await saving
      app().clock.advance(IMPORT.expiryMs + 1_000)
      const { appliedRows, canResume, undoableUntil } = await get(id)
      expect([canResume, undoableUntil === null]).toEqual([true, false])
      await undo(id)
      const undone = await waitUntil(id, ({ status }) => status === 'undone')
      expect(undone).toMatchObject({ canResume: false, undo: { removed: appliedRows, skipped: 0 } })
      expect(await listPublicNames('中断')).toEqual([])
      expect((await listAudit(app(), 'data.import'))[0]?.detail).toMatch(`只导入了${appliedRows}行`)
      expect(toResult(await client.call('POST', `${id}/apply`))).toMatchObject({ status: 409 })
    }, 60_000)

    it('is recorded up to its last part if it is never resumed', async () => {
      const { id } = await start(createCsv('不再继续'))
      await waitUntil(id, ({ status }) => status === 'planned')
      await apply(id)
      const { undo: interrupted } = await interruptUndo(id)
      app().clock.advance(IMPORT.undoDays * DAY_MS)
      await app().services.productTables.imports.purge()
      editor = await createSignedInUser(app(), 'editor', 'editor-of-the-next-week')
      const removed = interrupted?.removed ?? 0
      expect((await listUndoRecords())[0]).toBe(
        `目录.csv：移入回收站${removed}，恢复原值0，保持不变0；其余${LARGE_ROW_COUNT - removed}行没有撤销`,
      )
      expect((await client.call('GET', id)).statusCode).toBe(404)
    }, 60_000)
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

  it('ends after a week, and the plan after a day', async () => {
    const { id } = await importFile('名称\n一周之后\n')
    app().clock.advance(IMPORT.retentionMs + 1_000)
    await app().services.productTables.imports.purge()
    editor = await createSignedInUser(app(), 'editor', 'editor-of-another-day')
    expect((await listPast()).data.map((run) => run.id)).toContain(id)
    const rows = await app()
      .database.read.selectFrom('productImportRows')
      .select('name')
      .where('importId', '=', id)
      .execute()
    expect(rows).toEqual([])
    app().clock.advance(IMPORT.undoDays * DAY_MS - IMPORT.retentionMs)
    editor = await createSignedInUser(app(), 'editor', 'editor-of-the-week-after')
    expect(toResult(await client.call('POST', `${id}/undo`))).toMatchObject({ status: 409 })
    await app().services.productTables.imports.purge()
    expect((await listPast()).data).toEqual([])
    expect(await app().database.read.selectFrom('productImportChanges').select('id').execute()).toEqual([])
  })
})
