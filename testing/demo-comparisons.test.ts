/** Comparisons of the sample content must say more than they leave unknown. */
import { beforeAll, expect, it } from 'vitest'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import { loadDemo } from '#server/load-demo.ts'
import { listComparisonRows } from '#web/site/pages/products/comparison/comparison-rows.ts'
import { onSqlite } from './test-app.ts'

/** The agent platforms that visitors are most likely to compare. */
const BEST_KNOWN = [
  'dify',
  'coze-cn',
  'fastgpt',
  'ragflow',
  'baidu-qianfan-agent',
  'aliyun-bailian',
  'tencent-adp',
  'iflytek-astron-agent',
  'maxkb',
  'n8n',
]
const PAIRS = BEST_KNOWN.flatMap((first, index) =>
  BEST_KNOWN.slice(index + 1).map((second) => [first, second] as const),
)
/** How many pairs have more facts known of both products than facts known of one. */
const PAIRS_WITH_MOSTLY_SHARED_FACTS = 36

onSqlite('comparisons of the sample content', (app) => {
  let attributes: readonly Attribute[] = []
  const products = new Map<string, ProductDetail>()

  beforeAll(async () => {
    const { database, services, server } = app()
    await loadDemo(database, services)
    attributes = await services.facts.attributes.list('agent')
    for (const id of BEST_KNOWN)
      products.set(id, (await server.inject(`/api/product-detail/${id}`)).json<{ data: ProductDetail }>().data)
  })

  /** Counts the facts and the fields that are known of both products, and the facts that are unknown of one. */
  function countRows(first: string, second: string) {
    const compared = [first, second].flatMap((id) => products.get(id) ?? [])
    const { fieldRows, factGroups } = listComparisonRows(compared, attributes, { onlyDifferences: false })
    const rows = factGroups.flatMap((group) => group.rows)
    const sharedFacts = rows.filter(({ facts }) => !facts.includes(null)).length
    const sharedFields = fieldRows.filter(({ cells }) => cells.every((cell) => cell.length > 0)).length
    return { sharedFacts, sharedFields, unknownFacts: rows.length - sharedFacts }
  }

  it.each(PAIRS)('knows more about %s and %s than it doesn’t know', (first, second) => {
    const { sharedFacts, sharedFields, unknownFacts } = countRows(first, second)
    expect(sharedFacts + sharedFields).toBeGreaterThan(unknownFacts)
  })

  it('mostly compares facts that both products have', () => {
    const counts = PAIRS.map(([first, second]) => countRows(first, second))
    const mostlyShared = counts.filter(({ sharedFacts, unknownFacts }) => sharedFacts > unknownFacts)
    expect(mostlyShared.length).toBeGreaterThanOrEqual(PAIRS_WITH_MOSTLY_SHARED_FACTS)
  })
})
