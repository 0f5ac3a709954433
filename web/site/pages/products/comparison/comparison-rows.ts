/** Builds the rows of a comparison: one per field or fact, with a cell per product. */
import type { Attribute } from '#contracts/facts/attribute.ts'
import { PRODUCT_FIELDS, type ProductFieldLike, PUBLIC_FIELDS, type PublicField } from '#contracts/products/fields.ts'
import type { ProductDetail, RatedProduct } from '#contracts/products/product.ts'
import { compareProductFacts, type FactRow } from '#contracts/rules/facts/compare-products.ts'
import { describeRating, getShownRating } from '#contracts/rules/reviews/shown-rating.ts'

/** The lines of a cell; empty if the product has no value. */
export type Cell = readonly string[]

export type ComparisonRow = {
  id: string
  title: string
  cells: readonly Cell[]
  isDifferent: boolean
}

const toCell = (text: string): Cell => (text.trim() === '' ? [] : [text.trim()])

type ComparedField = ProductFieldLike<{ comparison: 'row' }>
const isCompared = (field: PublicField): field is ComparedField => PRODUCT_FIELDS[field].comparison === 'row'
const COMPARED_FIELDS = PUBLIC_FIELDS.filter(isCompared)

/** A compared product, without its facts. */
export type ComparedProduct = RatedProduct & Pick<ProductDetail, 'verdict'>

/** Lists the rows of the product fields, and a row of the verdicts if any product has one; differences first. */
export function listFieldRows(products: readonly ComparedProduct[]): ComparisonRow[] {
  const rows = COMPARED_FIELDS.map((field) =>
    createRow(
      field,
      PRODUCT_FIELDS[field].label,
      products.map((product) => getCell(product, field)),
    ),
  )
  const verdicts = createRow(VERDICT_ROW, '平台评估', products.map(getVerdictCell))
  const hasVerdict = verdicts.cells.some((cell) => cell.length > 0)
  return sortDifferencesFirst(hasVerdict ? [verdicts, ...rows] : rows)
}

export const VERDICT_ROW = 'verdict'

const getVerdictCell = ({ verdict }: ComparedProduct): Cell =>
  verdict ? [`${verdict.isExample ? '示例，' : ''}${verdict.recommendation}，${verdict.score}分`] : []

function getCell(product: ComparedProduct, field: ComparedField): Cell {
  if (field === 'rating') {
    const rating = getShownRating(product)
    return rating ? [`${rating.rating.toFixed(1)}，${describeRating(rating)}`] : []
  }
  const value = product[field]
  return typeof value === 'string' ? toCell(value) : value
}

const sortDifferencesFirst = <Row extends { isDifferent: boolean }>(rows: readonly Row[]): Row[] => [
  ...rows.filter(({ isDifferent }) => isDifferent),
  ...rows.filter(({ isDifferent }) => !isDifferent),
]

/** Lists the technical specifications, merged by title, in the order of their first occurrence; differences first. */
export function listSpecificationRows(products: readonly ComparedProduct[]): ComparisonRow[] {
  const titles = products.flatMap(({ technicalSpecs }) => technicalSpecs.map(({ title }) => title.trim()))
  const rows = [...new Set(titles)].map((title) =>
    createRow(
      `spec-${title}`,
      title,
      products.map(({ technicalSpecs }) =>
        technicalSpecs.filter((spec) => spec.title.trim() === title).flatMap(({ value }) => toCell(value)),
      ),
    ),
  )
  return sortDifferencesFirst(rows)
}

const createRow = (id: string, title: string, cells: readonly Cell[]): ComparisonRow => ({
  id,
  title,
  cells,
  isDifferent: new Set(cells.map(getCellKey)).size > 1,
})

/** Returns a key that is equal for cells with the same lines in any order. */
const getCellKey = (cell: Cell): string => JSON.stringify(cell.map((text) => text.trim()).sort())

/** The rows of a group of attributes, differences first. */
export type FactGroup = { group: string; rows: readonly FactRow[] }

/** Groups the rows of facts by their attribute's group; within a group, differences first. */
const groupFactRows = (rows: readonly FactRow[]): FactGroup[] =>
  [...Map.groupBy(rows, ({ attribute }) => attribute.group)].map(([group, groupRows]) => ({
    group,
    rows: sortDifferencesFirst(groupRows),
  }))

export type ComparisonRows = {
  fieldRows: readonly ComparisonRow[]
  factGroups: readonly FactGroup[]
  specificationRows: readonly ComparisonRow[]
}

/** Returns all rows of a comparison, or only those in which the products differ. */
export function listComparisonRows(
  products: readonly ProductDetail[],
  attributes: readonly Attribute[],
  { onlyDifferences }: { onlyDifferences: boolean },
): ComparisonRows {
  // One product differs from none, so all of its rows are shown.
  const hidesEqualRows = onlyDifferences && products.length > 1
  const filterRows = <Row extends { isDifferent: boolean }>(rows: readonly Row[]) =>
    hidesEqualRows ? rows.filter(({ isDifferent }) => isDifferent) : rows
  const factRows = compareProductFacts(
    attributes,
    products.map(({ facts }) => facts),
  )
  return {
    fieldRows: filterRows(listFieldRows(products)),
    factGroups: groupFactRows(filterRows(factRows)),
    specificationRows: filterRows(listSpecificationRows(products)),
  }
}
