import { beforeAll, expect, it } from 'vitest'
import type { EditorFact } from '#contracts/facts/fact.ts'
import { TABLE_FORMATS, type TableFormat } from '#contracts/table.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createTableClient } from '#testing/factories/product-tables.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { createWorkbook } from '#testing/factories/workbook.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CERTIFICATE = {
  name: 'ISO/IEC 27001；2022',
  level: '',
  number: '甲：乙',
  issuer: '某机构',
  validUntil: '2027-01-31',
}
const FACTS = [
  createPublicFact('vendor', '=一家公司'),
  createPublicFact('country', '中国'),
  createPublicFact('models', ['通义千问', 'OpenAI'], { note: '含｜竖线与\\反斜线' }),
  createPublicFact('domestic-cpu', []),
  createPublicFact('minimum-memory', 0.5),
  createPublicFact('rbac', 'partial', { grade: 'verified', sourceUrl: '' }),
  createPublicFact('rbac', 'yes', { readAt: '2026-01-01', sourceUrl: 'https://example.com/a?b=c&d=｜' }),
  createPublicFact('rbac', 'no', { grade: 'claimed', sourceUrl: '', readAt: null }),
  createPublicFact('first-release', '2023-05'),
  createPublicFact('iso-27001', CERTIFICATE),
  createPublicFact('classified-protection', 'none', { grade: 'claimed', sourceUrl: '' }),
]

onEveryDatabase('facts in tables', (app) => {
  let editor: Caller
  const { dryRun, callPlan, callImport, exportTable } = createTableClient(app, () => editor, 'agent')
  const { read, save, detail } = createFactClient(app, () => editor)
  const apply = async (bytes: Buffer | string) => {
    const { fingerprint } = await dryRun(bytes)
    return callImport(bytes, { fingerprint })
  }
  const readFacts = async (id: string): Promise<EditorFact[]> => (await read(id)).json().data.facts
  const summarize = (facts: readonly EditorFact[]) =>
    facts.map(({ attribute, value, grade, sourceUrl, readAt, note }) => ({
      attribute,
      value,
      grade,
      sourceUrl,
      readAt,
      note,
    }))

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    await createProducts(app(), 'agent', [{ name: '空白的' }])
  })
  /** Creates a product with a fact of each type. Returns its id and the facts. No other test may use its name. */
  async function givenProductWithFacts(name: string) {
    const [id = ''] = await createProducts(app(), 'agent', [{ name }])
    expect((await save(id, FACTS)).statusCode).toBe(200)
    const facts = summarize(await readFacts(id))
    expect(facts).toHaveLength(FACTS.length)
    return { id, facts }
  }
  const exportProduct = (format: TableFormat, name: string) =>
    exportTable(format, `&search=${encodeURIComponent(name)}`)

  it.each(TABLE_FORMATS)('can be re-imported from %s without changes', async (format) => {
    await givenProductWithFacts(`照旧的${format}`)
    const plan = await dryRun((await exportProduct(format, `照旧的${format}`)).rawPayload)
    expect(plan.rows.flatMap(({ changes, reasons, hints }) => [...changes, ...reasons, ...hints])).toEqual([])
    expect({ unchanged: plan.counts.unchanged, ignoredColumns: plan.ignoredColumns }).toEqual({
      unchanged: 1,
      ignoredColumns: [],
    })
  })

  it.each(TABLE_FORMATS)('imports the same facts into a new product from %s', async (format) => {
    const name = `搬走的${format}`
    const { id, facts } = await givenProductWithFacts(name)
    const file = await exportProduct(format, name)
    await app().database.write((transaction) =>
      app().services.products.remove(transaction, 'agent', id, { id: editor.id, name: '', ip: null }),
    )
    const reply = await apply(file.rawPayload)
    expect(reply.json().message).toBeUndefined()
    const created = await detail(name)
    expect(created.id).not.toBe(id)
    expect(summarize(await readFacts(created.id))).toEqual(facts)
    expect(created.factsUpdatedOn).toBe('2026-11-21')
  })

  it('exports a column for each attribute, with readable cells', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '可读的' }])
    await save(id, [
      createPublicFact('vendor', '甲公司'),
      createPublicFact('models', ['通义千问', 'OpenAI']),
      createPublicFact('rbac', 'yes'),
      createPublicFact('sso', 'no', { grade: 'claimed', sourceUrl: '' }),
      createPublicFact('sso', 'yes'),
    ])
    const csv = (await exportTable('csv', `&search=${encodeURIComponent('可读的')}`)).body
    expect(csv).toContain('厂商（资料）,国家或地区,')
    expect(csv).toContain('"支持\n另据：不支持"')
    expect(csv).toContain(',通义千问、OpenAI,')
    expect(csv).toContain('RBAC｜公开资料｜2026-11-21｜https://example.com/readme')
  })

  it('matches columns by the attribute’s label, and reports errors by row and column', async () => {
    const plan = await dryRun(
      '名称,许可证,最低内存,等保级别,GPU\n空白的,MIT,16 GB,三级,必需\n坏的一,MIT,十六,三级,\n坏的二,自创,,五级：一,\n',
    )
    expect(plan.takenAttributes).toEqual(['许可证', '最低内存', '等保级别'])
    expect(plan.ignoredColumns).toEqual(['GPU'])
    expect(plan.rows).toMatchObject([
      {
        action: 'update',
        changes: [
          { path: '许可证', before: '', after: 'MIT（厂商自述）' },
          { path: '最低内存', after: '16 GB（厂商自述）' },
          { path: '等保级别', after: '三级（厂商自述）' },
        ],
      },
      { row: 3, action: 'reject', reasons: [{ path: '最低内存', message: '应为数字，单位为GB' }] },
      { row: 4, action: 'reject', reasons: [{ path: '许可证', message: expect.stringContaining('Apache-2.0') }] },
    ])
  })

  it('reads the numbers that a workbook shows, and rejects those in another unit by cell', async () => {
    const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows =
      `<row r="1">${cell('A1', '名称')}${cell('B1', '服务可用性承诺')}${cell('C1', '最低内存')}</row>` +
      `<row r="2">${cell('A2', '甲')}<c r="B2" s="1"><v>0.999</v></c></row>` +
      `<row r="3">${cell('A3', '乙')}<c r="C3" s="1"><v>0.999</v></c></row>` +
      `<row r="4">${cell('A4', '丙')}<c r="C4" t="e"><v>#N/A</v></c></row>`
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>'
    expect((await dryRun(createWorkbook(rows, { 'xl/styles.xml': styles }))).rows).toMatchObject([
      { row: 2, action: 'create' },
      { row: 3, action: 'reject', reasons: [{ path: '最低内存', cell: 'C3', message: '应为数字，单位为GB' }] },
      {
        row: 4,
        action: 'reject',
        reasons: [{ path: '最低内存', cell: 'C4', message: expect.stringContaining('#N/A') }],
      },
    ])
    expect((await apply(createWorkbook(rows, { 'xl/styles.xml': styles }))).statusCode).toBe(200)
    expect(await readFacts((await detail('甲')).id)).toMatchObject([{ attribute: 'sla', value: 99.9 }])
  })

  it('imports the source in the row, and leaves the fact undated without one', async () => {
    const csv =
      '名称,许可证,SSO,源码,资料出处\n' +
      '出处一,MIT,支持,全部公开,"许可证｜平台核实｜2026-11-01\n全部｜公开资料｜2026-10-01｜https://example.com/readme｜存档"\n' +
      '出处二,MIT,未知,,\n'
    expect((await apply(csv)).statusCode).toBe(200)
    const [first, second] = [await detail('出处一'), await detail('出处二')]
    expect(first).toMatchObject({ factsUpdatedOn: '2026-11-01' })
    expect(summarize(first.facts)).toMatchObject([
      { attribute: 'license', grade: 'verified', readAt: '2026-11-01', sourceUrl: '' },
      {
        attribute: 'source-code',
        grade: 'public',
        readAt: '2026-10-01',
        sourceUrl: 'https://example.com/readme',
        note: '存档',
      },
      { attribute: 'sso', grade: 'public' },
    ])
    expect(second).toMatchObject({
      factsUpdatedOn: '2026-11-21',
      facts: [{ attribute: 'license', staleReason: 'undated' }],
    })
  })

  it('retains existing facts: removes none, ignores older readings, and adds another source as a second fact', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '已知的' }])
    await save(id, [createPublicFact('sso', 'yes'), createPublicFact('rag', 'yes'), createPublicFact('mcp', 'yes')])
    const older = '公开资料｜2026-01-01｜https://example.com/readme'
    const csv = `名称,SSO,RAG,MCP,资料出处\n已知的,不支持,支持,不支持,"SSO｜${older}\nRAG｜${older}"\n`
    const plan = await dryRun(csv)
    expect(plan.rows).toMatchObject([
      { changes: [{ path: 'MCP' }], hints: [{ path: 'SSO', message: '已有2026-11-21的资料，比文件中的新，未采用' }] },
    ])
    await apply(csv)
    expect((await readFacts(id)).map(({ attribute, value, grade }) => [attribute, value, grade])).toEqual([
      ['rag', 'yes', 'public'],
      ['mcp', 'yes', 'public'],
      ['mcp', 'no', 'claimed'],
      ['sso', 'yes', 'public'],
    ])
    expect((await detail('已知的')).factsUpdatedOn).toBe('2026-11-21')
  })

  it.each([
    [
      'an invalid line',
      '名称,许可证,资料出处\n甲,MIT,胡写\n',
      '资料出处',
      expect.stringContaining('无法识别的出处：“胡写”'),
    ],
    [
      'a source for an unknown attribute',
      '名称,资料出处\n甲,没听过｜公开资料\n',
      '资料出处',
      '出处中的“没听过”不是这个目录的属性',
    ],
    ['a future date', '名称,SSO,资料出处\n甲,支持,SSO｜平台核实｜2030-01-01\n', 'SSO', '日期不能晚于今天'],
    ['an invalid date', '名称,SSO,资料出处\n甲,支持,SSO｜平台核实｜去年\n', 'SSO', '日期应为“2026-11-21”，且真实存在'],
    [
      'an invalid link',
      '名称,SSO,资料出处\n甲,支持,SSO｜平台核实｜｜javascript:1\n',
      'SSO',
      expect.stringContaining('来源应为'),
    ],
    [
      'a public source without link',
      '名称,SSO,资料出处\n甲,支持,SSO｜公开资料\n',
      'SSO',
      '公开资料与第三方资料需要来源链接',
    ],
    ['two values from the same source', '名称,SSO\n甲,"支持\n另据：不支持"\n', 'SSO', '同一属性下已有来源相同的资料'],
    ['facts that are not a list', '[{"name":"甲","facts":"SSO"}]', 'facts', '应为列表'],
    [
      'a listed fact without attribute',
      '[{"name":"甲","facts":[{"value":1}]}]',
      'facts.0.attribute',
      expect.any(String),
    ],
  ])('rejects %s', async (_, file, path, message) => {
    expect((await dryRun(file)).rows).toMatchObject([{ action: 'reject', reasons: [{ path, message }] }])
  })

  it('rejects two columns for one attribute, and facts that changed since the dry run', async () => {
    const reply = await callPlan('名称,SSO,sso\n甲,支持,不支持\n')
    expect(toResult(reply)).toMatchObject({ status: 400, message: '有两列对应“SSO”，请只保留一列' })
    const csv = '名称,SSO\n空白的,支持\n'
    const { fingerprint } = await dryRun(csv)
    await save((await detail('空白的')).id, [createPublicFact('rag', 'yes')])
    expect((await callImport(csv, { fingerprint })).statusCode).toBe(409)
  })

  it('gives facts without a source of their own the source of the import', async () => {
    const source = { grade: 'public', sourceUrl: 'https://example.com/catalogue', readAt: '2026-11-20', note: '名录' }
    const csv =
      '名称,国家或地区,models,资料出处\n一源,中国,OpenAI,可接模型｜第三方｜2026-01-01｜https://example.com/own\n'
    const fields = { source: JSON.stringify(source) }
    const { fingerprint } = await dryRun(csv, fields)
    // Another source is another plan.
    expect((await callImport(csv, { fingerprint })).statusCode).toBe(409)
    expect((await callImport(csv, { ...fields, fingerprint })).statusCode).toBe(200)
    const facts = summarize(await readFacts((await app().services.products.listNamed('agent', ['一源']))[0]?.id ?? ''))
    expect(facts).toMatchObject([
      { attribute: 'country', ...source },
      { attribute: 'models', sourceUrl: 'https://example.com/own', readAt: '2026-01-01' },
    ])
  })

  it('rejects an invalid source of an import, with its path', async () => {
    const source = { grade: 'public', sourceUrl: 'example', readAt: '2026-02-30', note: '' }
    const reply = await callPlan('名称,国家或地区\n甲,中国\n', { source: JSON.stringify(source) })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual(['source.sourceUrl', 'source.readAt'])
  })

  it('imports a column with another heading as the attribute that it is mapped to', async () => {
    const csv = '名称,原产国\n对应的,中国\n'
    expect((await dryRun(csv)).ignoredColumns).toEqual(['原产国'])
    const plan = await dryRun(csv, { columns: JSON.stringify({ 原产国: 'attribute:country' }) })
    expect(plan).toMatchObject({
      ignoredColumns: [],
      rows: [{ action: 'create', changes: expect.arrayContaining([expect.objectContaining({ before: '' })]) }],
    })
    expect(plan.takenAttributes).toHaveLength(1)
    const unknown = await callPlan(csv, { columns: JSON.stringify({ 原产国: 'attribute:none' }) })
    expect(toResult(unknown)).toMatchObject({ status: 400, message: expect.stringContaining('“原产国”') })
  })
})
