import { z } from 'zod'
import {
  type Attribute,
  type AttributeRecord,
  AttributeSchema,
  type AttributeState,
} from '#contracts/facts/attribute.ts'
import type { AttributeRow } from './store.ts'

/** All attributes by key, in their order. */
export type AttributesByKey = ReadonlyMap<string, Attribute & { isActive: boolean }>

const TextListSchema = z.array(z.string())

/** Returns an attribute for the public API. */
export const toAttribute = (row: AttributeRow): Attribute => ({
  key: row.key,
  label: row.label,
  group: row.groupLabel,
  type: row.type,
  unit: row.unit,
  choices: TextListSchema.parse(row.choicesJson),
  catalogues: AttributeSchema.shape.catalogues.parse(row.cataloguesJson),
  categories: TextListSchema.parse(row.categoriesJson),
  isFilter: row.isFilter,
  isCompared: row.isCompared,
  isOnCard: row.isOnCard,
  hint: row.hint,
  staleAfterMonths: row.staleAfterMonths,
})

/** Returns an attribute for the back office; `products` is the number of products with a fact of it. */
export const toAttributeRecord = (row: AttributeRow, products: number): AttributeRecord => ({
  ...toAttribute(row),
  isActive: row.isActive,
  products,
  version: row.version,
  updatedAt: row.updatedAt,
})

/** Returns the part of an attribute that editors can change, which revisions store. */
export function toAttributeState(row: AttributeRow): AttributeState {
  const { key: _key, ...state } = toAttribute(row)
  return { ...state, isActive: row.isActive }
}

/** Returns the columns for an attribute's state. */
export const toAttributeColumns = ({ group, choices, catalogues, categories, ...plain }: AttributeState) => ({
  label: plain.label,
  groupLabel: group,
  type: plain.type,
  unit: plain.unit,
  choicesJson: JSON.stringify(choices),
  cataloguesJson: JSON.stringify(catalogues),
  categoriesJson: JSON.stringify(categories),
  isFilter: plain.isFilter,
  isCompared: plain.isCompared,
  isOnCard: plain.isOnCard,
  isActive: plain.isActive,
  hint: plain.hint,
  staleAfterMonths: plain.staleAfterMonths,
})
