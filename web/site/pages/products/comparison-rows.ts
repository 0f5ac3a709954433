/** Builds the rows of a comparison: one per fact, with a cell per product. */

import { PRODUCT_FIELDS, type ProductFieldLike, PUBLIC_FIELDS, type PublicField } from '#contracts/products/fields.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import type { FactRow } from '#contracts/rules/facts/compare-products.ts'

/** A cell's texts, one a line; none if the product says nothing. */
export type Cell = readonly string[]

export type ComparisonRow = {
  id: string
  title: string
  cells: readonly Cell[]
  isDifferent: boolean
}

const singleText = (text: string): Cell => (text.trim() === '' ? [] : [text.trim()])

type ComparedField = ProductFieldLike<{ comparison: 'row' }>
const isCompared = (field: PublicField): field is ComparedField => PRODUCT_FIELDS[field].comparison === 'row'
const COMPARED = PUBLIC_FIELDS.filter(isCompared)

/** Lists the rows that every product has. */
export const listFactRows = (products: readonly PublicProduct[]): ComparisonRow[] =>
  COMPARED.map((field) =>
    createRow(
      field,
      PRODUCT_FIELDS[field].label,
      products.map((product) => getCell(product[field])),
    ),
  )

function getCell(value: PublicProduct[ComparedField]): Cell {
  if (typeof value === 'string') return singleText(value)
  if (typeof value === 'number') return [value.toFixed(1)]
  return value ?? []
}

/** Lists the technical specifications, merged by their titles, in the order in which they are first met. */
export function listSpecificationRows(products: readonly PublicProduct[]): ComparisonRow[] {
  const titles = products.flatMap(({ technicalSpecs }) => technicalSpecs.map(({ title }) => title.trim()))
  return [...new Set(titles)].map((title) =>
    createRow(
      `spec-${title}`,
      title,
      products.map(({ technicalSpecs }) =>
        technicalSpecs.filter((spec) => spec.title.trim() === title).flatMap(({ value }) => singleText(value)),
      ),
    ),
  )
}

const createRow = (id: string, title: string, cells: readonly Cell[]): ComparisonRow => ({
  id,
  title,
  cells,
  isDifferent: new Set(cells.map(cellKey)).size > 1,
})

/** Two cells that say the same things in another order say the same. */
const cellKey = (cell: Cell): string => JSON.stringify(cell.map((text) => text.trim()).sort())

/** The attributes of one group, those that differ first. */
export type FactGroup = { group: string; rows: readonly FactRow[] }

/** Groups what is known of the products as the attributes are; within a group differences come first. */
export const groupFactRows = (rows: readonly FactRow[]): FactGroup[] =>
  [...Map.groupBy(rows, ({ attribute }) => attribute.group)].map(([group, each]) => ({
    group,
    rows: [...each.filter(({ isDifferent }) => isDifferent), ...each.filter(({ isDifferent }) => !isDifferent)],
  }))
