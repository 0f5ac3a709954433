import { describe, expect, it } from 'vitest'
import { PRODUCT_FIELD_LIST } from './fields.ts'
import { FIELD_CANDIDATES, findColumn, getFieldLabel, getHeadings, suggestColumn } from './product-columns.ts'

describe('a heading', () => {
  it.each([
    { heading: 'name', column: 'name' },
    { heading: '名称', column: 'name' },
    { heading: ' 产品 名称 ', column: 'name' },
    { heading: 'Official_Link', column: 'officialLink' },
    { heading: 'ＵＲＬ', column: 'officialLink' },
    { heading: 'AI能力', column: 'aiCapabilities' },
    { heading: '是否上架', column: 'isActive' },
    { heading: '_id', column: 'id' },
    { heading: '名称*', column: 'name' },
    { heading: 'views', column: 'readOnly' },
    { heading: '更新时间', column: 'readOnly' },
  ])('maps $heading to $column', ({ heading, column }) => {
    expect(findColumn(heading)).toBe(column)
  })

  it.each(['source', '成本价', 'constructor', ''])('maps %j to no column', (heading) => {
    expect(findColumn(heading)).toBeUndefined()
  })

  it('maps to one column only', () => {
    const headings = PRODUCT_FIELD_LIST.flatMap((field) =>
      getHeadings(field).map((heading) => [heading, field] as const),
    )
    for (const [heading, field] of headings) expect(findColumn(heading), heading).toBe(field)
  })

  it('maps the headings of an older export', () => {
    const legacy = [
      ...[
        '编号',
        '名称',
        '标语',
        '描述',
        '独特价值',
        '类别',
        '价格',
        '评分',
        '上架',
        '目标用户',
        '核心能力',
        '部署方式',
      ],
      ...['安全合规', 'AI能力', '行业应用', 'Logo地址', '官网', '技术规格', '详细介绍', '厂商', '联系邮箱', '用户评价'],
    ]
    const fields: readonly unknown[] = PRODUCT_FIELD_LIST
    expect(legacy.filter((heading) => !fields.includes(findColumn(heading)))).toEqual([])
    expect(new Set(legacy.map(findColumn)).size).toBe(legacy.length)
  })
})

it.each([
  { path: 'officialLink', label: '官网' },
  { path: 'technicalSpecs.0.title', label: '技术规格' },
  { path: 'unknown', label: 'unknown' },
])('labels $path as $label', ({ path, label }) => {
  expect(getFieldLabel(path)).toBe(label)
})

it.each([
  { heading: '软件名称', field: 'name' },
  { heading: '产品价格区间', field: 'price' },
  { heading: '主要客户行业', field: 'industryApplications' },
  { heading: '部署', field: 'deploymentTypes' },
  { heading: '联系人邮箱', field: 'contactEmail' },
  { heading: '官方网址链接', field: 'officialLink' },
  { heading: '备注', field: undefined },
  { heading: 'internal code 7', field: undefined },
  { heading: '', field: undefined },
])('proposes for the unknown heading $heading the field $field', ({ heading, field }) => {
  expect(suggestColumn(heading, FIELD_CANDIDATES)).toBe(field)
})
