import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { editingCalls } from '#contracts/content/calls.ts'
import type { Revision } from '#contracts/content/revision.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contracts/idempotency-key.ts'
import { IMPORT } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { PROGRESS_TYPE } from '#contracts/progress.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const createCsv = (count: number, prefix: string) =>
  `名称,标语\n${Array.from({ length: count }, (_, index) => `${prefix}${index + 1},`).join('\n')}\n`

onEveryDatabase('an import', (app) => {
  let editor: Caller
  const { callPlan, callImport, callRejectedRows, dryRun, importFile, listImports } = createImportClient(
    app,
    () => editor,
    'agent',
  )

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    await createProducts(app(), 'agent', [{ name: '智能客服', slogan: '旧标语' }])
  })

  const countProducts = async () => {
    const url = `${fillPath(catalogueCalls.list.path, { catalogue: 'agent' })}?pageSize=1`
    return (await app().server.inject({ url, headers: editor.headers })).json().pagination.totalItems
  }
  const listAuditDetails = async () => (await listAudit(app(), 'data.import')).map(({ detail }) => detail)

  it('saves its plan, and is listed, audited and part of the catalogue’s history', async () => {
    const before = await countProducts()
    const saved = await importFile('名称,标语,备注\n智能客服,新标语,\n写错的,"a",\n,无名,\n')
    const counts = { create: 1, update: 1, unchanged: 0, skip: 0, reject: 1 }
    expect(saved).toMatchObject({ fileName: '目录.csv', author: editor.name, counts, undo: null })
    expect(await countProducts()).toBe(before + 1)
    expect((await listImports())[0]).toEqual(saved)
    expect((await listAuditDetails())[0]).toBe('目录.csv：新建1，更新1，无变化0，跳过0，拒绝1')
    const url = fillPath(editingCalls.listRevisions.path, { kind: 'products' })
    const { data } = (await app().server.inject({ url, headers: editor.headers })).json()
    expect(data.map(({ changes }: Revision) => changes?.importedRows)[0]).toBe(2)
  })

  it('happens once if its request is repeated with its key, also at the same time', async () => {
    const bytes = '名称\n只导入一次的\n'
    const { fingerprint } = await dryRun(bytes)
    const before = await countProducts()
    const headers = { [IDEMPOTENCY_KEY_HEADER]: `"${randomUUID()}"` }
    const send = () => callImport(bytes, { fingerprint }, { headers })
    const replies = await Promise.all([send(), send()])
    const repeated = await send()
    const bodies = [...replies, repeated].map((reply) => reply.json())
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
    expect(bodies[0]).toMatchObject({ success: true, data: { counts: { create: 1 } } })
    expect(await countProducts()).toBe(before + 1)
    const other = await callImport('名称\n另一个文件\n', { fingerprint }, { headers })
    expect(other.statusCode).toBe(422)
  })

  it('saves nothing if a row can’t be saved', async () => {
    const { products } = app().services
    const bytes = createCsv(300, '不完整的')
    const { fingerprint } = await dryRun(bytes)
    const before = await countProducts()
    const { saveMany } = products
    // The second part of the transaction fails.
    vi.spyOn(products, 'saveMany')
      .mockImplementationOnce(saveMany)
      .mockImplementationOnce(() => Promise.reject(new Error('the disk failed')))
    const reply = await callImport(bytes, { fingerprint })
    vi.restoreAllMocks()
    expect(reply.statusCode).toBe(500)
    expect(await countProducts()).toBe(before)
    expect((await callImport(bytes, { fingerprint })).statusCode).toBe(200)
    expect(await countProducts()).toBe(before + 300)
  })

  it('reports its progress, and its result or its failure in the last line, to a client that accepts that', async () => {
    const headers = { accept: PROGRESS_TYPE }
    const readLines = (payload: string) =>
      payload
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const bytes = '名称\n有进度的\n'
    const planned = await callPlan(bytes, {}, { headers })
    expect([planned.statusCode, planned.headers['content-type']]).toEqual([200, PROGRESS_TYPE])
    const lines = readLines(planned.payload)
    expect(lines.slice(0, 2)).toEqual([
      { progress: { step: 'read', done: 0, total: 0 } },
      { progress: { step: 'plan', done: 0, total: 1 } },
    ])
    expect(lines.at(-1)).toMatchObject({ status: 200, body: { success: true, data: { counts: { create: 1 } } } })
    const stale = await callImport(bytes, { fingerprint: 'other' }, { headers })
    expect(readLines(stale.payload).at(-1)).toEqual({
      status: 409,
      body: { success: false, message: '试运行之后，文件或目录有了变动，请重新试运行' },
    })
    const { fingerprint } = lines.at(-1).body.data
    const saved = readLines((await callImport(bytes, { fingerprint }, { headers })).payload)
    expect(saved).toContainEqual({ progress: { step: 'save', done: 0, total: 1 } })
    expect(saved.at(-1)).toMatchObject({ status: 200, body: { data: { counts: { create: 1 } } } })
  })

  it('returns rejected rows with their reasons, to be corrected and imported', async () => {
    const reply = await callRejectedRows('名称,评分,备注\n要改的,9,"两行\n备注"\n正确的,4,\n,3,=1+1\n', 'csv')
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent('目录-被拒绝的行.csv'))
    expect(reply.payload).toMatch(
      /^\ufeff行号,原因,名称,评分,备注\r\n2,评分：.+,要改的,9,"两行\n备注"\r\n4,名称：请输入产品名称,/,
    )
    const corrected = reply.rawPayload.toString().replace('要改的,9', '要改的,5')
    const plan = await dryRun(corrected)
    expect(plan).toMatchObject({ counts: { create: 1, reject: 1 }, ignoredColumns: ['备注'] })
    expect((await callRejectedRows(corrected, 'json')).json()).toMatchObject([{ 行号: 3, 评分: '3' }])
  })

  it('returns rejected rows that need neither the mapping nor the source again', async () => {
    const columns = { 一句话: 'slogan', 云服务: 'attribute:saas', 上线: 'attribute:first-release' }
    const source = { grade: 'public', sourceUrl: 'https://example.com/list', readAt: '2026-01-20', note: '名录' }
    const ownSource = 'SaaS｜第三方｜2026-01-01｜https://example.com/own'
    const csv = `名称,一句话,云服务,上线,资料出处\n映射的,标语一,支持,去年,${ownSource}\n无出处的,标语二,不支持,明年,\n`
    const fields = { columns: JSON.stringify(columns), source: JSON.stringify(source) }
    const file = (await callRejectedRows(csv, 'csv', fields)).payload
    expect(file).toMatch(/^\ufeff行号,原因,名称,标语,SaaS,首次发布,资料出处\r\n2,首次发布：日期/)
    const corrected = await dryRun(
      file.replace('支持,去年', '支持,2025-03-01').replace('不支持,明年', '不支持,2025-04'),
    )
    expect(corrected).toMatchObject({ counts: { create: 2, reject: 0 }, ignoredColumns: [] })
    expect(corrected.rows).toMatchObject([
      {
        changes: expect.arrayContaining([
          { path: 'slogan', before: '', after: '标语一' },
          { path: 'SaaS', before: '', after: '支持（第三方，2026-01-01）' },
          { path: '首次发布', before: '', after: '2025年3月1日（公开资料，2026-01-20）' },
        ]),
      },
      { changes: expect.arrayContaining([{ path: 'SaaS', before: '', after: '不支持（公开资料，2026-01-20）' }]) },
    ])
  })

  it('lists the first rows of each result, in the order of the file', async () => {
    const { counts, rows } = await dryRun(`${createCsv(IMPORT.listedRows + 1, '列出的')}智能客服,更新的标语\n,无名\n`)
    expect(counts).toMatchObject({ create: IMPORT.listedRows + 1, update: 1, reject: 1 })
    expect(rows).toHaveLength(IMPORT.listedRows + 2)
    expect(rows.slice(-2)).toMatchObject([
      { action: 'update', name: '智能客服' },
      { action: 'reject', name: '' },
    ])
  })

  it.each([
    ['UTF-8', '清单.csv'],
    ['GBK', Buffer.from([0xc7, 0xe5, 0xb5, 0xa5, ...Buffer.from('.csv')])],
  ])('has the name of its file, sent in %s', async (encoding, name) => {
    expect((await importFile(`名称\n文件名${encoding}\n`, {}, name)).fileName).toBe('清单.csv')
  })

  it('leaves no file', async () => {
    // Own directory: other tests upload concurrently.
    const folder = await mkdtemp(join(tmpdir(), 'zhijian-test-'))
    vi.stubEnv('TMPDIR', folder)
    await importFile('名称\n不留文件\n')
    expect((await callPlan('名称\n"甲')).statusCode).toBe(400)
    vi.unstubAllEnvs()
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('has at most the rows of one transaction, and a larger file names the operator’s command', async () => {
    const reply = await callPlan(createCsv(IMPORT.rows + 1, '太多'))
    expect(toResult(reply)).toMatchObject({
      status: 413,
      message: '一次最多导入2万行。请把文件拆开，或请运维人员在服务器上用命令导入：npm run admin -- import',
    })
  })
})
