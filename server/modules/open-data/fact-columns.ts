import type { Fact } from '#contracts/facts/fact.ts'
import { FACT_GRADE_LABELS } from '#contracts/facts/vocabulary.ts'
import type { RatedProduct } from '#contracts/products/product.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { formatFactValue } from '#contracts/rules/facts/value-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'
import { getProductUrl } from './view.ts'

/** A row of the table: one fact of a product, or a product without facts. */
export type FactLine = { catalogue: Catalogue; product: RatedProduct; fact: Fact | null; publicUrl: string }

const ofFact = (title: string, key: string, cell: (fact: Fact) => string): TableColumn<FactLine> => ({
  key,
  title,
  cell: ({ fact }) => fact && cell(fact),
})

export const FACT_COLUMNS: readonly TableColumn<FactLine>[] = [
  { key: 'catalogue', title: '目录', cell: ({ catalogue }) => CATALOGUE_LABELS[catalogue] },
  { key: 'id', title: '产品编号', cell: ({ product }) => product.id },
  { key: 'name', title: '产品', cell: ({ product }) => product.name },
  { key: 'category', title: '类别', cell: ({ product }) => product.category },
  {
    key: 'url',
    title: '页面',
    cell: ({ catalogue, product, publicUrl }) => getProductUrl(catalogue, product.name, publicUrl),
  },
  { key: 'memberRating', title: '会员评分', cell: ({ product }) => product.memberRating?.rating ?? null },
  { key: 'memberReviews', title: '会员评价数', cell: ({ product }) => product.memberRating?.count ?? null },
  ofFact('属性键', 'attribute', ({ attribute }) => attribute),
  ofFact('属性', 'label', ({ label }) => label),
  ofFact('分组', 'group', ({ group }) => group),
  ofFact('值', 'value', (fact) => formatFactValue(fact, fact.value)),
  ofFact('等级', 'grade', ({ grade }) => FACT_GRADE_LABELS[grade]),
  ofFact('出处', 'sourceUrl', ({ sourceUrl }) => sourceUrl),
  ofFact('读取日期', 'readAt', ({ readAt }) => readAt ?? ''),
  ofFact('是否待更新', 'isStale', ({ isStale }) => (isStale ? '是' : '否')),
  ofFact('来源说法不一', 'isDisputed', ({ isDisputed }) => (isDisputed ? '是' : '否')),
]
