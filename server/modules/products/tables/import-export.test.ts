import { beforeAll, expect, it } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { PlannedRow } from '#contracts/products/product-table.ts'
import { TABLE_FORMATS } from '#contracts/table.ts'
import { readDirtyCatalogue, DIRTY_CATALOGUE_SIZE as SIZE } from '#testing/catalogues/dirty-catalogue.ts'
import { createTableClient } from '#testing/factories/product-tables.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const searchNames = async (app: TestApp, search: string): Promise<string[]> => {
  const reply = await app.server.inject({ url: '/api/products-list', query: { search } })
  return reply.json().data.map(({ name }: { name: string }) => name)
}

onEveryDatabase('import', (app) => {
  let editor: Caller
  let viewer: Caller
  const { callPlan, callImport, dryRun } = createTableClient(app, () => editor, 'agent')

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
    await createProducts(app(), 'agent', [{ name: '智能客服', slogan: '旧标语', rating: 4.2 }])
  })

  const CSV = '名称,标语,评分,备注\n智能客服,新标语,,内部\n云端质检,,4.8,\n写错的,,9,\n'

  it('reports for each row whether it would be created, updated or rejected, without changing anything', async () => {
    const plan = await dryRun(CSV)
    expect(plan).toMatchObject({
      counts: { create: 1, update: 1, unchanged: 0, skip: 0, reject: 1 },
      ignoredColumns: ['备注'],
    })
    expect(plan.rows).toMatchObject([
      { row: 2, action: 'update', name: '智能客服', changes: [{ path: 'slogan', before: '旧标语', after: '新标语' }] },
      {
        row: 3,
        action: 'create',
        name: '云端质检',
        hints: [{ path: 'isActive', message: expect.stringContaining('没有类别和价格') }],
        changes: [
          { path: 'rating', before: '', after: '4.8' },
          { path: 'isActive', before: '', after: '是' },
        ],
      },
      { row: 4, action: 'reject', name: '写错的', reasons: [{ path: 'rating', message: '不能大于5' }] },
    ])
    expect(await searchNames(app(), '云端质检')).toEqual([])
  })

  it('applies the plan in one transaction with one audit entry', async () => {
    await createProducts(app(), 'agent', [{ name: '工单助手', slogan: '旧标语', rating: 4.2 }])
    const csv = CSV.replace('智能客服', '工单助手').replace('云端质检', '云端巡检')
    const { fingerprint } = await dryRun(csv)
    expect((await callImport(csv, { known: 'update', fingerprint })).statusCode).toBe(200)
    expect(await searchNames(app(), 'yunduanxunjian')).toEqual(['云端巡检'])
    const detail = await app().server.inject(`/api/product-detail/${encodeURIComponent('工单助手')}`)
    expect(detail.json().data).toMatchObject({ slogan: '新标语', rating: 4.2 })
    const entries = await listAudit(app(), 'data.import')
    expect(entries.filter(({ detail }) => detail.includes('拒绝1'))).toMatchObject([
      { target: '智能体目录', detail: '目录.csv：新建1，更新1，无变化0，跳过0，拒绝1' },
    ])
  })

  it('rejects a stale plan: a different file, options or catalogue', async () => {
    const { fingerprint } = await dryRun('名称\n鹿鸣\n')
    const message = '试运行之后，文件或目录有了变动，请重新试运行'
    for (const [bytes, knownProducts] of [
      ['名称\n鲸落\n', 'update'],
      ['名称\n鹿鸣\n', 'skip'],
    ] as const) {
      const reply = await callImport(bytes, { known: knownProducts, fingerprint })
      expect(toResult(reply)).toMatchObject({ status: 409, message })
    }
    await createProducts(app(), 'agent', [{ name: '有人先加了一个' }])
    const reply = await callImport('名称\n鹿鸣\n', { fingerprint })
    expect(toResult(reply)).toMatchObject({ status: 409, message })
    expect(await searchNames(app(), '鹿鸣')).toEqual([])
  })

  it('accepts only one of two concurrent imports', async () => {
    const csv = '名称\n同时导入一\n同时导入二\n'
    const { fingerprint } = await dryRun(csv)
    const fields = { fingerprint }
    const replies = await Promise.all([callImport(csv, fields), callImport(csv, fields)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await searchNames(app(), '同时导入')).length).toBe(2)
  })

  it('skips existing products if requested', async () => {
    const { rows } = await dryRun('名称,标语\n智能客服,别的\n', { known: 'skip' })
    expect(rows.map(({ action }) => action)).toEqual(['skip'])
  })

  it('reads unknown columns, including the name, by the user’s mapping', async () => {
    const csv = '软件名,一句话,内部编码\n映射产品,映射标语,7\n'
    const unmapped = await dryRun(csv)
    expect(unmapped).toMatchObject({
      rows: [],
      ignoredColumns: ['软件名', '一句话', '内部编码'],
      takenFields: [],
      notices: ['没有“名称”一列，无法识别产品'],
    })
    const columns = JSON.stringify({ 软件名: 'name', 一句话: 'slogan' })
    const plan = await dryRun(csv, { columns })
    expect(plan).toMatchObject({
      counts: { create: 1 },
      ignoredColumns: ['内部编码'],
      takenFields: ['name', 'slogan'],
      notices: [],
    })
    const { fingerprint } = plan
    const apply = (fields: Record<string, string>) => callImport(csv, { fingerprint, ...fields })
    expect((await apply({})).json().message).toBe('没有“名称”一列，无法识别产品')
    expect((await apply({ columns: JSON.stringify({ 软件名: 'name' }) })).statusCode).toBe(409)
    expect((await apply({ columns })).json().data).toMatchObject({ counts: { create: 1 } })
    expect(await searchNames(app(), '映射标语')).toEqual(['映射产品'])
  })

  it('rejects a row whose field has different values in two columns', async () => {
    const { counts, rows } = await dryRun(
      [
        '名称,官网链接,网址',
        '两列不同,https://a.example.com,https://b.example.com',
        '两列相同,a.example.com,https://a.example.com',
        '只填一列,,https://b.example.com',
      ].join('\n'),
    )
    expect(counts).toMatchObject({ create: 2, reject: 1 })
    expect(rows).toContainEqual(
      expect.objectContaining({
        row: 2,
        name: '两列不同',
        action: 'reject',
        reasons: [{ path: 'officialLink', message: '“官网链接”和“网址”两列的值不同，请只填一列', cell: 'B2' }],
      }),
    )
  })

  it('joins a name of two lines into one line', async () => {
    const { rows } = await dryRun('名称\n"两行的\n名称"\n')
    expect(rows).toMatchObject([{ action: 'create', name: '两行的 名称' }])
  })

  it.each<[string, string | Buffer, Record<string, string>, number, unknown]>([
    ['nothing to import', '名称\n智能客服\n', {}, 200, undefined],
    ['a missing name column', '标题\n甲\n', { columns: '{"标题":"owner"}' }, 400, expect.stringContaining('只能是')],
    ['columns that are not JSON', '标题\n甲\n', { columns: '{' }, 400, '列的对应关系格式不正确'],
    [
      'two columns for the same field',
      '名称,标题\n甲,乙\n',
      { columns: '{"标题":"name"}' },
      400,
      '有两列对应“名称”，请只保留一列',
    ],
    ['a file without rows', '名称\n', {}, 400, '文件里没有数据行'],
    ['an empty file', '', {}, 400, '文件是空的，请检查后重新选择'],
    ['invalid JSON', '[{', {}, 400, '导入文件格式错误'],
  ])('responds to a dry run of %s', async (_, bytes, fields, status, message) => {
    const reply = await callPlan(bytes, fields)
    expect({ status: reply.statusCode, message: reply.json().message }).toEqual({ status, message })
  })

  it('requires a dry run', async () => {
    expect(toResult(await callImport('名称\n没有试运行\n'))).toMatchObject({
      status: 409,
      message: expect.stringContaining('重新试运行'),
    })
  })

  it('reports that a plan would change nothing', async () => {
    const { fingerprint } = await dryRun('名称\n智能客服\n')
    const reply = await callImport('名称\n智能客服\n', { fingerprint })
    expect(toResult(reply)).toMatchObject({ status: 409, message: '没有可以导入的行' })
  })

  it('rejects users with read access only', async () => {
    const viewerClient = createTableClient(app, () => viewer, 'agent')
    expect((await viewerClient.callPlan(CSV)).statusCode).toBe(403)
  })
})

onEveryDatabase('an import of a large file', (app) => {
  let editor: Caller
  const { callImport, dryRun } = createTableClient(app, () => editor, 'agent')
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })

  it('creates five thousand rows', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `批量产品${index}号,这是第${index}个产品的描述`)
    const csv = `名称,描述\n${rows.join('\n')}\n`
    const { fingerprint, counts, notices } = await dryRun(csv)
    expect(counts.create).toBe(5_000)
    expect(notices).toHaveLength(1)
    const reply = await callImport(csv, { fingerprint })
    expect({ status: reply.statusCode, create: reply.json().data?.counts.create }).toEqual({
      status: 200,
      create: 5_000,
    })
    expect(await searchNames(app(), '批量产品4999号')).toEqual(['批量产品4999号'])
  }, 120_000)
})

onEveryDatabase('export', (app) => {
  let editor: Caller
  let viewer: Caller
  const { dryRun, exportTable } = createTableClient(app, () => editor, 'agent')

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
    await createProducts(app(), 'agent', [
      {
        name: '=HYPERLINK("http://evil.example")',
        slogan: "'=引号",
        description: '含“引号”、"quotes", 逗号,\r\n与换行',
        rating: null,
        targetUsers: ['只有一项，却有逗号'],
        keyCapabilities: ['一', '二、三'],
        technicalSpecs: [
          { title: '接口', value: 'REST: v2' },
          { title: '端口：默认', value: '443' },
        ],
        reviews: [{ user: '甲', rating: 5, date: '2026-01-01', comment: '好' }],
        company: '某公司',
        contactEmail: 'vendor@example.com',
        internalNote: '表里没有的字段',
      },
      { name: 'constructor', detailedDescription: '<p>一段<strong>介绍</strong></p>', isActive: false, rating: 4.3 },
    ])
  })

  it.each(TABLE_FORMATS)('can be re-imported from %s without changes', async (format) => {
    const file = await exportTable(format)
    expect(file.statusCode).toBe(200)
    expect(String(file.headers['content-disposition'])).toContain(`2026-11-21.${format}`)
    const { counts, ignoredColumns, rows } = await dryRun(file.rawPayload)
    expect(rows.flatMap(({ changes, reasons }) => [...changes, ...reasons])).toEqual([])
    expect({ counts, ignoredColumns }).toEqual({
      counts: { create: 0, update: 0, unchanged: 2, skip: 0, reject: 0 },
      ignoredColumns: [],
    })
  })

  it('contains no cell that is evaluated as a formula', async () => {
    const csv = (await exportTable('csv')).body
    expect(csv).toContain('"\'=HYPERLINK(""http://evil.example"")"')
    expect(csv).not.toMatch(/(^|,|\n)"?[=+@]/)
  })

  it('contains the products that match the list’s filters', async () => {
    const file = await exportTable('json', '&status=inactive')
    expect(JSON.parse(file.body).map(({ name }: { name: string }) => name)).toEqual(['constructor'])
  })

  it('includes the contact email address only for users who may edit', async () => {
    expect((await exportTable('json')).body).toContain('vendor@example.com')
    const viewerClient = createTableClient(app, () => viewer, 'agent')
    for (const format of ['json', 'csv'] as const) {
      const { body, statusCode } = await viewerClient.exportTable(format)
      expect(statusCode, format).toBe(200)
      expect(body, format).toContain('某公司')
      expect(body, format).not.toContain('vendor@')
    }
  })

  it('is audited', async () => {
    await exportTable('csv')
    const entries = await listAudit(app(), 'data.export')
    expect(entries[0]).toMatchObject({ target: '智能体目录', detail: 'CSV，共2个产品' })
  })

  it('rejects other formats', async () => {
    const url = `${fillPath(catalogueCalls.export.path, { catalogue: 'agent' })}?format=xml`
    expect((await app().server.inject({ url, headers: editor.headers })).statusCode).toBe(400)
  })
})

onEveryDatabase('a catalogue of unclean data', (app) => {
  let editor: Caller
  const { callImport, dryRun, exportTable } = createTableClient(app, () => editor, 'agent')
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })

  const listNames = (rows: readonly PlannedRow[]) => rows.map(({ name }) => name)

  it('is planned equally from both formats, imported, searchable by pinyin, and exported unchanged', async () => {
    const [csv, json] = [await dryRun(readDirtyCatalogue('csv')), await dryRun(readDirtyCatalogue('json'))]
    expect(listNames(csv.rows)).toEqual(listNames(json.rows))
    expect({ counts: csv.counts, ignoredColumns: csv.ignoredColumns }).toEqual({
      counts: json.counts,
      ignoredColumns: ['source'],
    })
    expect(csv.counts).toEqual({ create: SIZE, update: 0, unchanged: 0, skip: 0, reject: 0 })
    const { fingerprint } = await dryRun(readDirtyCatalogue('csv'))
    const reply = await callImport(readDirtyCatalogue('csv'), { fingerprint })
    expect(reply.statusCode).toBe(200)
    expect(await searchNames(app(), 'shilitongyi')).toContain('示例通译')
    expect(await searchNames(app(), 'slybwd')).toContain('示例元宝问答')
    expect((await dryRun(readDirtyCatalogue('json'))).counts).toMatchObject({ create: 0, unchanged: SIZE })
    for (const format of TABLE_FORMATS)
      expect((await dryRun((await exportTable(format)).rawPayload)).counts).toMatchObject({
        create: 0,
        unchanged: SIZE,
      })
  })
})
