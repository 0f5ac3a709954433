/** What stands in a comparison: one row a fact, one cell a product. */
import type { PublicProduct } from '#contracts/products/product.ts'

/** A cell's texts, one a line; none where the product says nothing. */
export type Cell = readonly string[]

export type ComparisonRow = {
  id: string
  title: string
  cells: readonly Cell[]
  isDifferent: boolean
}

const one = (text: string): Cell => (text.trim() === '' ? [] : [text.trim()])

const FACTS: readonly { id: string; title: string; of: (product: PublicProduct) => Cell }[] = [
  { id: 'slogan', title: '标语', of: ({ slogan }) => one(slogan) },
  { id: 'category', title: '类别', of: ({ category }) => one(category) },
  { id: 'price', title: '价格', of: ({ price }) => one(price) },
  { id: 'rating', title: '评分', of: ({ rating }) => (rating === null ? [] : [rating.toFixed(1)]) },
  { id: 'deployment', title: '部署方式', of: ({ deploymentTypes }) => deploymentTypes },
  { id: 'capabilities', title: '核心能力', of: ({ keyCapabilities }) => keyCapabilities },
  { id: 'security', title: '安全合规', of: ({ securityCompliance }) => securityCompliance },
  { id: 'users', title: '目标用户', of: ({ targetUsers }) => targetUsers },
]

/** The rows that every product has. */
export const factRows = (products: readonly PublicProduct[]): ComparisonRow[] =>
  FACTS.map(({ id, title, of }) => rowOf(id, title, products.map(of)))

/** The technical specifications, merged by their titles, in the order in which they are first met. */
export function specificationRows(products: readonly PublicProduct[]): ComparisonRow[] {
  const titles = products.flatMap(({ technicalSpecs }) => technicalSpecs.map(({ title }) => title.trim()))
  return [...new Set(titles)].map((title) =>
    rowOf(
      `spec-${title}`,
      title,
      products.map(({ technicalSpecs }) =>
        technicalSpecs.filter((spec) => spec.title.trim() === title).flatMap(({ value }) => one(value)),
      ),
    ),
  )
}

const rowOf = (id: string, title: string, cells: readonly Cell[]): ComparisonRow => ({
  id,
  title,
  cells,
  isDifferent: new Set(cells.map(sameness)).size > 1,
})

/** Two cells that say the same things in another order say the same. */
const sameness = (cell: Cell): string => JSON.stringify(cell.map((text) => text.trim()).sort())
