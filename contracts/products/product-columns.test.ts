import { describe, expect, it } from 'vitest'
import { columnOf, columnTitle, PRODUCT_COLUMN_LIST } from './product-columns.ts'

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
    ['views', 'ours'],
    ['更新时间', 'ours'],
    ['source', undefined],
    ['成本价', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('%j means %s', (heading, column) => {
    expect(columnOf(heading)).toBe(column)
  })

  it('means one column alone', () => {
    const headings = PRODUCT_COLUMN_LIST.flatMap(({ key, title, aliases = [] }) =>
      [key, title, ...aliases].map((heading) => [heading, key] as const),
    )
    for (const [heading, key] of headings) expect([heading, columnOf(heading)]).toEqual([heading, key])
  })
})

it.each([
  ['officialLink', '官网'],
  ['technicalSpecs.0.title', '技术规格'],
  ['unknown', 'unknown'],
])('calls %s %s', (path, title) => {
  expect(columnTitle(path)).toBe(title)
})
