/** Exports a product comparison as a workbook: one row per attribute, then each fact with its source. */
import type { Attribute } from '#contracts/facts/attribute.ts'
import { FACT_GRADE_LABELS, STALE_REASON_LABELS } from '#contracts/facts/vocabulary.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import { compareProductFacts } from '#contracts/rules/facts/compare-products.ts'
import { formatFactValue } from '#contracts/rules/facts/value-text.ts'
import { describeRating, getShownRating } from '#contracts/rules/reviews/shown-rating.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { tabulate } from '#server/platform/tables/tabulate.ts'
import { type Sheet, writeWorkbook } from '#server/platform/tables/xlsx.ts'
import { getProductUrl } from './view.ts'

type Options = { catalogue: Catalogue; publicUrl: string; now: Date }

/** Creates the workbook. Returns its bytes. */
export const writeComparison = (
  products: readonly ProductDetail[],
  attributes: readonly Attribute[],
  options: Options,
): Promise<Buffer> =>
  writeWorkbook([
    createComparisonSheet(products, attributes),
    createSourceSheet(products),
    createInfoSheet(products, options),
  ])

function createComparisonSheet(products: readonly ProductDetail[], attributes: readonly Attribute[]): Sheet {
  const rows = compareProductFacts(
    attributes,
    products.map(({ facts }) => facts),
  )
  return {
    name: '对比',
    columns: [
      { title: '分组', width: 12 },
      { title: '属性', width: 20 },
      { title: '是否不同', width: 10 },
      ...products.map(({ name }) => ({ title: name, width: 32 })),
    ],
    rows: [
      ...FIELD_ROWS.map(({ label, cell }) => createFieldRow(label, products.map(cell))),
      ...rows.map(({ attribute, facts, isDifferent }) => [
        attribute.group,
        attribute.label,
        isDifferent ? '不同' : '相同',
        ...facts.map((fact) => (fact ? formatFactValue(fact, fact.value) : '未知')),
      ]),
    ],
  }
}

/** The rows above the facts: fields of the products. */
const FIELD_ROWS: readonly { label: string; cell(product: ProductDetail): string }[] = [
  {
    label: '平台评估',
    cell: ({ verdict }) =>
      verdict
        ? `${verdict.isExample ? '示例，' : ''}${verdict.recommendation}，${verdict.score}分，有效至${verdict.validUntil}`
        : '未评估',
  },
  { label: PRODUCT_FIELDS.category.label, cell: ({ category }) => category || '未提供' },
  { label: PRODUCT_FIELDS.price.label, cell: ({ price }) => price || '未提供' },
  {
    label: PRODUCT_FIELDS.rating.label,
    cell(product) {
      const rating = getShownRating(product)
      return rating ? `${rating.rating.toFixed(1)}（${describeRating(rating)}）` : '暂无评分'
    },
  },
]

const createFieldRow = (label: string, cells: readonly string[]) => [
  '产品',
  label,
  new Set(cells).size > 1 ? '不同' : '相同',
  ...cells,
]

/** Lists every fact with its source. */
const createSourceSheet = (products: readonly ProductDetail[]): Sheet => ({
  name: '出处',
  ...tabulate(
    products.flatMap(({ name, facts }) => facts.map((fact) => ({ product: name, fact }))),
    [
      { title: '产品', width: 24, cell: ({ product }) => product },
      { title: '属性', width: 20, cell: ({ fact }) => fact.label },
      { title: '值', width: 32, cell: ({ fact }) => formatFactValue(fact, fact.value) },
      { title: '等级', width: 12, cell: ({ fact }) => FACT_GRADE_LABELS[fact.grade] },
      { title: '读取日期', width: 12, cell: ({ fact }) => fact.readAt },
      { title: '出处', width: 48, cell: ({ fact }) => fact.sourceUrl },
      {
        title: '备注',
        width: 32,
        cell: ({ fact: { staleReason, isDisputed, note } }) =>
          [staleReason && STALE_REASON_LABELS[staleReason], isDisputed && '来源说法不一', note]
            .filter(Boolean)
            .join('；'),
      },
    ],
  ),
})

/** Describes the export: its creation time, and the URLs of the compared pages. */
const createInfoSheet = (products: readonly ProductDetail[], { catalogue, publicUrl, now }: Options): Sheet => ({
  name: '说明',
  columns: [
    { title: '项目', width: 24 },
    { title: '内容', width: 80 },
  ],
  rows: [
    ['导出时间', `${formatMinuteInShanghai(now)}（北京时间）`],
    ['说明', '“未知”不等于“无”：没有收录到说明它有或没有的资料。'],
    ['对比页面', getComparisonUrl(products, catalogue, publicUrl)],
    ...products.map((product) => [product.name, getProductUrl(catalogue, product, publicUrl)]),
  ],
})

const LIST_PAGES = { agent: SITE_PAGES.products, ai: SITE_PAGES.ai } as const

function getComparisonUrl(products: readonly ProductDetail[], catalogue: Catalogue, publicUrl: string): string {
  const { path, parameters } = LIST_PAGES[catalogue]
  return publicUrl + buildPageUrl(path, parameters, { compare: products.map(({ id }) => id), view: 'compare' })
}
