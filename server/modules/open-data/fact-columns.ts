import type { Fact } from '#contracts/facts/fact.ts'
import { FACT_GRADE_LABELS } from '#contracts/facts/vocabulary.ts'
import type { RatedProduct } from '#contracts/products/product.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { formatFactValue } from '#contracts/rules/facts/value-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'
import { getProductUrl } from './view.ts'

/** A row of the table: one fact of a product, or a product without facts. */
export type FactTableRow = { catalogue: Catalogue; product: RatedProduct; fact: Fact | null; publicUrl: string }

const createFactColumn = (title: string, key: string, cell: (fact: Fact) => string): TableColumn<FactTableRow> => ({
  key,
  title,
  cell: ({ fact }) => fact && cell(fact),
})

export const FACT_COLUMNS: readonly TableColumn<FactTableRow>[] = [
  { key: 'catalogue', title: '目录', cell: ({ catalogue }) => CATALOGUE_LABELS[catalogue] },
  { key: 'id', title: '产品编号', cell: ({ product }) => product.id },
  { key: 'name', title: '产品', cell: ({ product }) => product.name },
  { key: 'category', title: '类别', cell: ({ product }) => product.category },
  {
    key: 'url',
    title: '页面',
    cell: ({ catalogue, product, publicUrl }) => getProductUrl(catalogue, product, publicUrl),
  },
  { key: 'memberRating', title: '会员评分', cell: ({ product }) => product.memberRating?.rating ?? null },
  { key: 'memberReviews', title: '会员评价数', cell: ({ product }) => product.memberRating?.count ?? null },
  createFactColumn('属性键', 'attribute', ({ attribute }) => attribute),
  createFactColumn('属性', 'label', ({ label }) => label),
  createFactColumn('分组', 'group', ({ group }) => group),
  createFactColumn('值', 'value', (fact) => formatFactValue(fact, fact.value)),
  createFactColumn('等级', 'grade', ({ grade }) => FACT_GRADE_LABELS[grade]),
  createFactColumn('出处', 'sourceUrl', ({ sourceUrl }) => sourceUrl),
  createFactColumn('读取日期', 'readAt', ({ readAt }) => readAt ?? ''),
  createFactColumn('是否待更新', 'isStale', ({ isStale }) => (isStale ? '是' : '否')),
  createFactColumn('来源说法不一', 'isDisputed', ({ isDisputed }) => (isDisputed ? '是' : '否')),
]
