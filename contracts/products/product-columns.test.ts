import { describe, expect, it } from 'vitest'
import { PRODUCT_FIELD_LIST } from './fields.ts'
import { findColumn, getFieldLabel, getHeadings, suggestColumnField } from './product-columns.ts'

describe('a heading', () => {
  it.each([
    ['name', 'name'],
    ['名称', 'name'],
    [' 产品 名称 ', 'name'],
    ['Official_Link', 'officialLink'],
    ['ＵＲＬ', 'officialLink'],
    ['AI能力', 'aiCapabilities'],
    ['是否上架', 'isActive'],
    ['_id', 'id'],
    ['名称*', 'name'],
    ['views', 'readOnly'],
    ['更新时间', 'readOnly'],
    ['source', undefined],
    ['成本价', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('maps %j to %s', (heading, column) => {
    expect(findColumn(heading)).toBe(column)
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
  ['officialLink', '官网'],
  ['technicalSpecs.0.title', '技术规格'],
  ['unknown', 'unknown'],
])('labels %s as %s', (path, label) => {
  expect(getFieldLabel(path)).toBe(label)
})

it.each([
  ['软件名称', 'name'],
  ['产品价格区间', 'price'],
  ['主要客户行业', 'industryApplications'],
  ['部署', 'deploymentTypes'],
  ['联系人邮箱', 'contactEmail'],
  ['官方网址链接', 'officialLink'],
  ['备注', undefined],
  ['internal code 7', undefined],
  ['', undefined],
])('proposes for the unknown heading %j the field %s', (heading, field) => {
  expect(suggestColumnField(heading)).toBe(field)
})
