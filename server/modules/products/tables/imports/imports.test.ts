import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { editingCalls } from '#contracts/content/calls.ts'
import type { Revision } from '#contracts/content/revision.ts'
import { IMPORT } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ImportedRow, ProductImport } from '#contracts/products/product-import.ts'
import type { PlannedRow } from '#contracts/products/product-table.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const createCsv = (count: number, slogan = '', name = '批量产品') =>
  `名称,标语\n${Array.from({ length: count }, (_, index) => `${name}${index + 1},${slogan}`).join('\n')}\n`
/** Saved in several parts, and more than the one-request import accepts. */
const ROW_COUNT = 3 * IMPORT.singleTransactionRows + 1

onEveryDatabase('an import in steps', (app) => {
  let editor: Caller
  let otherEditor: Caller
  const client = createImportClient(app, () => editor, 'agent')
  const { call, begin, start, apply, startApplying, get, cancel, listOwn, rows, waitUntil } = client

  // Each test has its own editors; some last longer than a session.
  let editorCount = 0
  async function createEditors(): Promise<void> {
    editorCount += 1
    editor = await createSignedInUser(app(), 'editor', `editor-${editorCount}`)
    otherEditor = await createSignedInUser(app(), 'editor', `another-editor-${editorCount}`)
  }
  beforeEach(createEditors)

  const countProducts = async () => {
    const url = `${fillPath(catalogueCalls.list.path, { catalogue: 'agent' })}?pageSize=1`
    return (await app().server.inject({ url, headers: editor.headers })).json().pagination.totalItems
  }
  const listImportedRows = async () => {
    const url = fillPath(editingCalls.listRevisions.path, { kind: 'products' })
    const { data } = (await app().server.inject({ url, headers: editor.headers })).json()
    return data.map(({ changes }: Revision) => changes?.importedRows)
  }
  const listAuditDetails = async () => (await listAudit(app(), 'data.import')).map(({ detail }) => detail)

  it('plans and saves a small table in two requests without polling', async () => {
    await createProducts(app(), 'agent', [{ name: '智能客服', slogan: '旧标语' }])
    const before = await countProducts()
    const planned = await start('名称,标语,备注\n智能客服,新标语,\n写错的,"a",\n,无名,\n')
    expect(planned).toMatchObject({
      status: 'planned',
      totalRows: 3,
      plannedRows: 3,
      counts: { create: 1, update: 1, reject: 1 },
      summary: { ignoredColumns: ['备注'], takenFields: ['name', 'slogan'] },
    })
    expect(await countProducts()).toBe(before)
    expect(await apply(planned.id)).toMatchObject({ status: 'done', appliedRows: 2 })
    expect(await countProducts()).toBe(before + 1)
    // A repeated request, such as after a lost reply, returns the result.
    expect(await apply(planned.id)).toMatchObject({ status: 'done', appliedRows: 2 })
    const records = await listAuditDetails()
    expect(records.filter((detail) => detail === '目录.csv：新建1，更新1，无变化0，跳过0，拒绝1')).toHaveLength(1)
  })

  it('returns rejected rows with their reasons, to be corrected and imported', async () => {
    const { id } = await start('名称,评分,备注\n要改的,9,"两行\n备注"\n正确的,4,\n,3,=1+1\n')
    const reply = await call('GET', `${id}/rejected-rows?format=csv`)
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent('目录-被拒绝的行.csv'))
    expect(reply.payload).toMatch(
      /^\ufeff行号,原因,名称,评分,备注\r\n2,评分：.+,要改的,9,"两行\n备注"\r\n4,名称：请输入产品名称,/,
    )
    const corrected = await start(reply.rawPayload.toString().replace('要改的,9', '要改的,5'))
    expect(corrected).toMatchObject({ counts: { create: 1, reject: 1 }, summary: { ignoredColumns: ['备注'] } })
    const json = (await call('GET', `${corrected.id}/rejected-rows?format=json`)).json()
    expect(json).toMatchObject([{ 行号: 3, 评分: '3' }])
    const other = await app().server.inject({
      url: `${fillPath(catalogueCalls.startImport.path, { catalogue: 'agent' })}/${corrected.id}/rejected-rows`,
      headers: otherEditor.headers,
    })
    expect(other.statusCode).toBe(404)
    await cancel(corrected.id)
  })

  it('returns rejected rows that need neither the mapping nor the source again', async () => {
    const columns = { 一句话: 'slogan', 云服务: 'attribute:saas', 上线: 'attribute:first-release' }
    const source = { grade: 'public', sourceUrl: 'https://example.com/list', readAt: '2026-01-20', note: '名录' }
    const ownSource = 'SaaS｜第三方｜2026-01-01｜https://example.com/own'
    const csv = `名称,一句话,云服务,上线,资料出处\n映射的,标语一,支持,去年,${ownSource}\n无出处的,标语二,不支持,明年,\n`
    const { id } = await start(csv, { columns: JSON.stringify(columns), source: JSON.stringify(source) })
    const file = (await call('GET', `${id}/rejected-rows?format=csv`)).payload
    expect(file).toMatch(/^\ufeff行号,原因,名称,标语,SaaS,首次发布,资料出处\r\n2,首次发布：日期/)
    const corrected = await start(file.replace('支持,去年', '支持,2025-03-01').replace('不支持,明年', '不支持,2025-04'))
    expect(corrected).toMatchObject({ counts: { create: 2, reject: 0 }, summary: { ignoredColumns: [] } })
    expect((await rows(corrected.id)).data).toMatchObject([
      {
        changes: expect.arrayContaining([
          { path: 'slogan', before: '', after: '标语一' },
          { path: 'SaaS', before: '', after: '支持（第三方，2026-01-01）' },
          { path: '首次发布', before: '', after: '2025年3月1日（公开资料，2026-01-20）' },
        ]),
      },
      { changes: expect.arrayContaining([{ path: 'SaaS', before: '', after: '不支持（公开资料，2026-01-20）' }]) },
    ])
    await cancel(corrected.id)
  })

  it('lists its rows by page and result, with errors and changes', async () => {
    await createProducts(app(), 'agent', [{ name: '列出的产品', slogan: '旧标语' }])
    const { id } = await start(`${createCsv(60)}列出的产品,更新的标语\n`)
    const second = await rows(id, '?page=2')
    expect(second.pagination).toEqual({ current: 2, total: 2, limit: 50, totalItems: 61 })
    expect(second.data.map(({ row }: PlannedRow) => row)).toEqual([52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62])
    expect((await rows(id, '?action=update')).data).toMatchObject([
      { row: 62, changes: [{ path: 'slogan', before: '旧标语', after: '更新的标语' }] },
    ])
  })

  it('can be read by its author only', async () => {
    const { id } = await start(createCsv(2))
    expect(await listOwn()).toMatchObject([{ id, status: 'planned', fileName: '目录.csv' }])
    const otherClient = createImportClient(app, () => otherEditor, 'agent')
    expect(await otherClient.listOwn()).toEqual([])
    for (const reply of [await otherClient.call('GET', id), await otherClient.call('DELETE', id)])
      expect(toResult(reply)).toMatchObject({ status: 404, message: '这次导入不存在，或已过期' })
  })

  it.each([
    ['UTF-8', '清单.csv'],
    ['GBK', Buffer.from([0xc7, 0xe5, 0xb5, 0xa5, ...Buffer.from('.csv')])],
  ])('has the name of its file, sent in %s', async (_, name) => {
    const reply = await begin('名称\n文件名\n', {}, name)
    expect(reply.json().data).toMatchObject({ fileName: '清单.csv' })
  })

  it('is replaced by the next import, and leaves no file', async () => {
    // Own directory: other tests upload concurrently.
    const folder = await mkdtemp(join(tmpdir(), 'zhijian-test-'))
    vi.stubEnv('TMPDIR', folder)
    const { id } = await start(createCsv(2))
    const { id: nextId } = await start(createCsv(3))
    vi.unstubAllEnvs()
    expect((await listOwn()).map((row: ProductImport) => row.id)).toEqual([nextId])
    expect((await client.call('GET', id)).statusCode).toBe(404)
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  it.each([
    ['a broken file', '名称\n"甲', '第2行的引号不成对'],
    ['a file without rows', '名称\n', '文件里没有数据行'],
    ['truncated JSON', '[{"name":"甲"},', '导入文件格式错误'],
  ])('fails with the reason for %s', async (_, bytes, failure) => {
    expect(await start(bytes)).toMatchObject({ status: 'failed', failure })
  })

  it('is not saved if the catalogue has changed since the plan', async () => {
    const { id } = await start('名称\n没有存下的\n')
    await createProducts(app(), 'agent', [{ name: '有人先加了一个' }])
    expect(await apply(id)).toMatchObject({
      status: 'failed',
      appliedRows: 0,
      failure: '试运行之后，文件或目录有了变动，请重新试运行',
    })
  })

  it('cannot be saved if it changes nothing, or has no name column', async () => {
    await createProducts(app(), 'agent', [{ name: '原样的产品', slogan: '原样的标语' }])
    for (const [bytes, status, message] of [
      ['名称,标语\n原样的产品,原样的标语\n', 409, '没有可以导入的行'],
      ['标题\n甲\n', 400, '没有“名称”一列，无法识别产品'],
    ] as const) {
      const { id } = await start(bytes)
      expect(toResult(await client.call('POST', `${id}/apply`))).toMatchObject({ status, message })
    }
  })

  describe(`of ${ROW_COUNT} rows`, () => {
    // Each test updates them with a slogan of its own.
    beforeAll(async () => {
      await createEditors()
      const { id } = await start(createCsv(ROW_COUNT))
      await waitUntil(id, ({ status }) => status === 'planned')
      await apply(id)
    }, 60_000)

    it('runs in the background, and rejects a second import meanwhile', async () => {
      const before = await countProducts()
      const recordsBefore = await listAuditDetails()
      const { id } = await start(createCsv(ROW_COUNT, '', '后台产品'))
      const planned = await waitUntil(id, ({ status }) => status !== 'reading')
      expect(planned).toMatchObject({ status: 'planned', totalRows: ROW_COUNT, counts: { create: ROW_COUNT } })
      const saving = startApplying(id)
      await waitUntil(id, ({ status, appliedRows }) => status === 'applying' && appliedRows > 0)
      const second = await client.begin('名称\n甲\n')
      expect(toResult(second)).toMatchObject({
        status: 409,
        message: '这个目录有您的一次导入正在进行，请等它结束，或先取消',
      })
      await saving
      expect(await waitUntil(id, ({ status }) => status !== 'applying')).toMatchObject({
        status: 'done',
        appliedRows: ROW_COUNT,
      })
      expect(await countProducts()).toBe(before + ROW_COUNT)
      const [record, ...earlierRecords] = await listAuditDetails()
      expect(record).toBe(`目录.csv：新建${ROW_COUNT}，更新0，无变化0，跳过0，拒绝0`)
      // One record for all of its parts.
      expect(earlierRecords.slice(0, recordsBefore.length)).toEqual(recordsBefore.slice(0, earlierRecords.length))
      expect((await listImportedRows())[0]).toBe(ROW_COUNT)
    }, 60_000)

    it('is cancelled after the current part, and reports the rows saved', async () => {
      const { id } = await start(createCsv(ROW_COUNT, '新标语'))
      await waitUntil(id, ({ status }) => status === 'planned')
      const saving = startApplying(id)
      await waitUntil(id, ({ appliedRows }) => appliedRows > 0)
      await cancel(id)
      await saving
      const { status, appliedRows } = await get(id)
      expect([status, appliedRows % IMPORT.rowsPerBatch, appliedRows < ROW_COUNT]).toEqual(['cancelled', 0, true])
      expect((await listAuditDetails())[0]).toBe(
        `目录.csv：新建0，更新${ROW_COUNT}，无变化0，跳过0，拒绝0；只导入了${appliedRows}行`,
      )
      expect((await listImportedRows())[0]).toBe(appliedRows)
      const atTheEnd = (await rows(id, `?page=${Math.floor(appliedRows / 50) + 1}`)).data
      const beforeTheEnd = (await rows(id, `?page=${Math.floor(appliedRows / 50)}`)).data
      expect(beforeTheEnd.every(({ isSaved }: ImportedRow) => isSaved)).toBe(true)
      expect(atTheEnd.some(({ isSaved }: ImportedRow) => isSaved)).toBe(false)
      const repeated = await start(createCsv(ROW_COUNT, '新标语'))
      const { counts } = await waitUntil(repeated.id, (state) => state.status === 'planned')
      expect(counts).toMatchObject({ update: ROW_COUNT - appliedRows, unchanged: appliedRows })
    }, 60_000)

    it('stops if the catalogue is changed concurrently, and reports the rows saved', async () => {
      const { id } = await start(createCsv(ROW_COUNT, '同时改的标语'))
      await waitUntil(id, ({ status }) => status === 'planned')
      const saving = startApplying(id)
      await waitUntil(id, ({ appliedRows }) => appliedRows > 0)
      await createProducts(app(), 'agent', [{ name: '导入期间加的' }])
      await saving
      const stopped = await waitUntil(id, ({ status }) => status !== 'applying')
      const { counts, appliedRows } = stopped
      expect(stopped).toMatchObject({
        status: 'failed',
        failure: `导入期间目录有了变动，只导入了${appliedRows}行，其余${counts.update - appliedRows}行没有导入。请重新试运行：已经导入的行会显示为“无变化”`,
      })
    }, 60_000)

    it('resumes at the row at which a server shutdown interrupted it', async () => {
      const { id } = await start(createCsv(ROW_COUNT, '再新的标语'))
      await waitUntil(id, ({ status }) => status === 'planned')
      const saving = startApplying(id)
      await waitUntil(id, ({ appliedRows }) => appliedRows > 0)
      await app().services.productTables.imports.close()
      await saving
      app().clock.advance(IMPORT.expiryMs + 1_000)
      const interrupted = await get(id)
      expect(interrupted).toMatchObject({ status: 'interrupted', canResume: true, failure: '服务器重新启动，导入中断' })
      expect(interrupted.appliedRows).toBeLessThan(ROW_COUNT)
      await apply(id)
      expect(await waitUntil(id, ({ status }) => status !== 'applying')).toMatchObject({
        status: 'done',
        failure: null,
        appliedRows: ROW_COUNT,
      })
      expect((await listImportedRows())[0]).toBe(ROW_COUNT)
    }, 60_000)

    it.each([
      ['another import', () => start(createCsv(1)).then(() => {})],
      [
        'a day',
        async () => {
          app().clock.advance(IMPORT.retentionMs)
          await app().services.productTables.imports.purge()
          // The sessions have expired meanwhile.
          await createEditors()
        },
      ],
    ])(
      'is recorded up to its last saved part if it is not resumed before %s',
      async (deadline, reachDeadline) => {
        const { id } = await start(createCsv(ROW_COUNT, `不再继续：${deadline}`))
        await waitUntil(id, ({ status }) => status === 'planned')
        const saving = startApplying(id)
        await waitUntil(id, ({ appliedRows }) => appliedRows > 0)
        await app().services.productTables.imports.close()
        await saving
        const earlierRecords = await listAuditDetails()
        app().clock.advance(IMPORT.expiryMs + 1_000)
        const { appliedRows } = await get(id)
        await reachDeadline()
        const [record, ...others] = await listAuditDetails()
        expect(record).toMatch(`只导入了${appliedRows}行`)
        expect(others).toEqual(earlierRecords.slice(0, others.length))
        expect((await listImportedRows())[0]).toBe(appliedRows)
      },
      60_000,
    )
  })

  it('is saved once if that is requested twice at the same time', async () => {
    const { id } = await start('名称\n同时导入的\n')
    await Promise.all([startApplying(id), startApplying(id)])
    expect(await waitUntil(id, ({ status }) => status !== 'applying')).toMatchObject({ status: 'done', appliedRows: 1 })
  })

  it('is deleted after a day', async () => {
    await start(createCsv(2))
    app().clock.advance(IMPORT.retentionMs + 1_000)
    await app().services.productTables.imports.purge()
    const actor = { id: editor.id, name: editor.name, ip: null }
    expect(await app().services.productTables.imports.list('agent', actor)).toEqual([])
  })
})
