import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { EditorProduct } from '#contracts/products/product.ts'
import { cutText } from '#server/platform/cut-text.ts'
import type { ReadRow } from '#server/platform/tables/open-table.ts'
import { createProductInput } from '#testing/factories/products.ts'
import { createPlanner, type KnownRows, type PlanOptions } from './plan-import.ts'

const createExistingProduct = (id: string, fields: Parameters<typeof createProductInput>[0]): EditorProduct => ({
  ...createProductInput(fields),
  id,
  _id: id,
  lastUpdated: '2026-11-21T02:00:00.000Z',
  company: '',
  contactEmail: '',
  views: 7,
})
const CATALOGUE = [
  createExistingProduct('p1', {
    name: '智能客服',
    slogan: '答得出依据',
    category: '客服',
    rating: 4.2,
    targetUsers: ['客服中心'],
  }),
  createExistingProduct('p2', { name: 'Zeta', category: '财务', rating: null }),
]

/** A table without attributes. */
const EMPTY_FACT_TABLE: PlanOptions['factTable'] = {
  getTitle: ({ label }) => label,
  findColumn: () => undefined,
  readRow: () => ({ facts: [], errors: [], hints: [] }),
  plan: () => ({ facts: [], changes: [], hints: [], errors: [] }),
  planForm: (facts) => facts,
  listColumns: () => [],
}

type Row = Record<string, unknown>
const createRows = (rows: readonly Row[]): ReadRow[] =>
  rows.map((row, index) => ({ row: index + 2, values: new Map(Object.entries(row)) }))

async function plan(rows: readonly Row[], more: Partial<PlanOptions & KnownRows> = {}) {
  const options: PlanOptions = {
    catalogue: 'agent',
    names: (more.existing ?? CATALOGUE).map(({ name }) => name),
    factTable: EMPTY_FACT_TABLE,
    knownProducts: 'update',
    mapped: {},
    categories: ['客服', '财务'],
    prices: ['面议'],
    nextId: randomUUID,
    ...more,
  }
  const known: KnownRows = {
    existing: CATALOGUE,
    existingFacts: new Map(),
    sanitize: (html) => html.replace('<script>', ''),
    ...more,
  }
  const planner = createPlanner(options)
  const plans = await planner.planRows(createRows(rows), known)
  const saves = plans.flatMap(({ save }) => save ?? [])
  return {
    rows: plans.map(({ row }) => row),
    created: saves.filter(({ isNew }) => isNew),
    updated: saves.filter(({ isNew }) => !isNew),
    ...planner.listNewChoices(),
  }
}

describe('the planned action of a row', () => {
  it.each<[string, Row, string]>([
    ['a new name', { 名称: '新产品' }, 'create'],
    ['a known name with changed texts', { 名称: '智能客服', 标语: '新标语' }, 'update'],
    ['a known name with the same texts', { 名称: '智能客服', 标语: '答得出依据' }, 'unchanged'],
    ['a blank cell over a full field', { 名称: '智能客服', 标语: ' ' }, 'unchanged'],
    ['an empty list over a full one', { name: '智能客服', targetUsers: [] }, 'unchanged'],
    ['a known id with another name', { 编号: 'p1', 名称: '智能客服2' }, 'update'],
    ['a known id without a name', { 编号: 'p1', 评分: '4.8' }, 'update'],
    ['English headings in odd spelling', { ' NAME ': 'Zeta', Official_Link: 'https://zeta.example' }, 'update'],
    ['a known id with the name of another product', { 编号: 'p1', 名称: 'Zeta' }, 'reject'],
    ['a missing name', { 标语: '没有名称' }, 'reject'],
    ['an invalid link', { 名称: '甲', 官网: 'javascript:alert(1)' }, 'reject'],
    ['a link without a scheme', { 名称: '甲', 官网: 'www.example.com' }, 'create'],
    ['a rating out of range', { 名称: '甲', 评分: 6 }, 'reject'],
    ['a rating that is not a number', { 名称: '甲', 评分: '很好' }, 'reject'],
    ['an invalid boolean', { 名称: '甲', 上架: '也许' }, 'reject'],
    ['a category that is too long', { 名称: '甲', 类别: '类'.repeat(61) }, 'reject'],
    ['a text that cannot be stored', { 名称: '新产品', 标语: '坏\u0000标语' }, 'reject'],
    ['an invalid email address', { 名称: '甲', 联系邮箱: '没有' }, 'reject'],
  ])('%s', async (_, row, action) => {
    const { rows } = await plan([row])
    expect(rows.map((item) => item.action)).toEqual([action])
    expect(rows[0]?.reasons.length).toBe(action === 'reject' ? 1 : 0)
  })

  it('reports that a link is completed', async () => {
    const { rows, created } = await plan([{ 名称: '甲', 官网: 'www.example.com', 类别: '客服', 价格: '面议' }])
    expect(created[0]?.product.officialLink).toBe('https://www.example.com')
    expect(rows[0]?.hints).toEqual([
      { path: 'officialLink', message: '网址缺少“https://”，将补全为“https://www.example.com”' },
    ])
  })

  it('reports why a row is rejected, by field', async () => {
    const { rows } = await plan([{ 名称: '甲', 评分: 9, 官网: '//a.example', 目标用户: ['a', {}], 上架: '也许' }])
    expect(rows[0]?.reasons.map(({ path }) => path).sort()).toEqual([
      ...['isActive', 'officialLink', 'rating', 'targetUsers.1'],
    ])
    for (const { message } of rows[0]?.reasons ?? []) expect(message).toMatch(/[\u4e00-\u9fff]/)
  })

  it('reports what an update changes', async () => {
    const { rows, updated } = await plan([
      { 名称: '智能客服', 目标用户: '客服中心、呼叫中心', 上架: '否', 评分: '4.2' },
    ])
    expect(rows[0]?.changes).toEqual([
      { path: 'isActive', before: '是', after: '否' },
      { path: 'targetUsers', before: '客服中心', after: '客服中心\n呼叫中心' },
    ])
    expect(updated).toMatchObject([
      { id: 'p1', product: expect.objectContaining({ slogan: '答得出依据', rating: 4.2, isActive: false }) },
    ])
  })

  it('drops empty values, like the editor’s save', async () => {
    const specs = [
      { title: '', value: '' },
      { title: '接口', value: '' },
    ]
    const { created } = await plan([{ 名称: '甲', targetUsers: ['客服', ' '], technicalSpecs: specs }])
    expect(created).toMatchObject([{ product: { targetUsers: ['客服'], technicalSpecs: [{ title: '接口' }] } }])
    expect(created[0]?.product.technicalSpecs).toHaveLength(1)
  })

  it('creates a new product without a rating and with a sanitized description', async () => {
    const { created } = await plan([{ 名称: '甲', 详细介绍: '<script>好' }])
    expect(created).toMatchObject([{ product: { rating: null, isActive: true, detailedDescription: '好' } }])
  })
})

describe('rows for the same product', () => {
  it('rejects the second row, naming the first row’s number', async () => {
    const { rows } = await plan([{ 名称: '甲' }, { 名称: ' 甲 ' }, { 编号: 'p1', 评分: 4 }, { 名称: '智能客服' }])
    expect(rows.map(({ action, reasons }) => [action, reasons[0]?.message])).toEqual([
      ['create', undefined],
      ['reject', '与第2行是同一个产品'],
      ['update', undefined],
      ['reject', '与第4行是同一个产品'],
    ])
  })

  it('accepts the second row if the first is rejected', async () => {
    const { rows } = await plan([{ 名称: '甲', 评分: 9 }, { 名称: '甲' }])
    expect(rows.map(({ action }) => action)).toEqual(['reject', 'create'])
  })
})

it('skips existing products if requested', async () => {
  const { rows, updated } = await plan([{ 名称: '智能客服', 标语: '新标语' }, { 名称: '甲' }], {
    knownProducts: 'skip',
  })
  expect(rows.map(({ action }) => action)).toEqual(['skip', 'create'])
  expect(updated).toEqual([])
})

it('warns of values missing from the catalogue’s lists, similar names and unknown ids', async () => {
  const { rows, newCategories, newPrices } = await plan([
    { 名称: 'Ze ta', 类别: '审计', 价格: '免费/付费', 编号: 'gone' },
    { 名称: '甲', 类别: '客服', 价格: '面议' },
  ])
  expect(rows.map(({ action, hints }) => [action, hints.map(({ path }) => path)])).toEqual([
    ['create', ['name', 'id', 'category', 'price']],
    ['create', []],
  ])
  expect({ newCategories, newPrices }).toEqual({ newCategories: ['审计'], newPrices: ['免费/付费'] })
})

it('updates the product of a name that is written with other widths, and rejects names that only look alike', async () => {
  const { rows } = await plan([
    { 名称: 'Ｚｅ\u200bｔａ', 标语: '新标语' },
    { 名称: 'ZETA' },
    { 编号: 'p1', 名称: 'zeta' },
    { 名称: '新产品Ａ' },
    { 名称: '新产品a' },
  ])
  const message = '已有产品“Zeta”，名称只有大小写、全半角等写法不同，请换一个名称'
  expect(rows.map(({ action, reasons }) => [action, ...reasons.map(({ message }) => message)])).toEqual([
    ['update'],
    ['reject', '与第2行是同一个产品'],
    ['reject', '与第2行是同一个产品'],
    ['create'],
    ['reject', '与第5行是同一个产品'],
  ])
  const renamed = await plan([{ 名称: 'ZETA' }, { 编号: 'p1', 名称: 'zeta' }])
  expect(renamed.rows.map(({ reasons }) => reasons)).toEqual([[{ path: 'name', message }], [{ path: 'name', message }]])
})

it('leaves a field whose text an export has cut, with a hint', async () => {
  const cut = cutText('长'.repeat(40_000), 32_767)
  const { rows, updated } = await plan([{ 编号: 'p1', 名称: '智能客服', 标语: '新标语', 描述: cut }])
  expect(rows[0]).toMatchObject({
    action: 'update',
    hints: [{ path: 'description', message: expect.stringContaining('截断') }],
  })
  expect(updated[0]?.product.description).toBe(CATALOGUE[0]?.description)
})

it('updates products whose stored names look alike', async () => {
  const existing = [createExistingProduct('p1', { name: 'Zeta' }), createExistingProduct('p2', { name: 'zeta' })]
  const { rows } = await plan(
    existing.map(({ id, name }) => ({ 编号: id, 名称: name, 标语: '新标语' })),
    { existing },
  )
  expect(rows.map(({ action }) => action)).toEqual(['update', 'update'])
})

describe('an AI product', () => {
  const ai = { catalogue: 'ai', categories: [], prices: [] } as const

  it.each<[string, Row, string, string[]]>([
    ['a category and a price of the fixed set', { 名称: '甲', 类别: ' 内容生成 ', 价格: '免费' }, 'create', []],
    ['others', { 名称: '甲', 类别: '智能体', 价格: '免费/付费' }, 'reject', ['category', 'price']],
    ['none', { 名称: '甲' }, 'reject', ['category', 'price']],
    [
      'unknown choices and another error',
      { 名称: '甲', 类别: '智能体', 价格: '免费', 评分: 9 },
      'reject',
      ['rating', 'category'],
    ],
    ['the stored choices', { 名称: '老产品', 类别: '智能体', 标语: '新标语' }, 'update', []],
    ['a choice other than the stored one', { 名称: '老产品', 类别: '多智能体' }, 'reject', ['category']],
  ])('must pass the editor’s validation: %s', async (_, row, action, errors) => {
    const product = createExistingProduct('p3', { name: '老产品', category: '智能体', price: '面议' })
    const { rows } = await plan([row], { ...ai, existing: [product] })
    expect(rows.map((item) => [item.action, item.reasons.map(({ path }) => path)])).toEqual([[action, errors]])
  })
})
