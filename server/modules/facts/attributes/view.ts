import { z } from 'zod'
import {
  type Attribute,
  type AttributeRecord,
  AttributeSchema,
  type AttributeState,
} from '#contracts/facts/attribute.ts'
import type { AttributeRow } from './store.ts'

/** All attributes by key, in the order in which editors arranged them. */
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

/** Returns an attribute for the back office; `productCount` is the number of products with a fact of it. */
export const toAttributeRecord = (row: AttributeRow, productCount: number): AttributeRecord => ({
  ...toAttribute(row),
  isActive: row.isActive,
  products: productCount,
  version: row.version,
  updatedAt: row.updatedAt,
})

/** Returns the part of an attribute that editors can change, which revisions store. */
export function toAttributeState(row: AttributeRow): AttributeState {
  const { key: _key, ...state } = toAttribute(row)
  return { ...state, isActive: row.isActive }
}

/** Returns the columns for an attribute's state. */
export const toAttributeColumns = (state: AttributeState) => ({
  label: state.label,
  groupLabel: state.group,
  type: state.type,
  unit: state.unit,
  choicesJson: JSON.stringify(state.choices),
  cataloguesJson: JSON.stringify(state.catalogues),
  categoriesJson: JSON.stringify(state.categories),
  isFilter: state.isFilter,
  isCompared: state.isCompared,
  isOnCard: state.isOnCard,
  isActive: state.isActive,
  hint: state.hint,
  staleAfterMonths: state.staleAfterMonths,
})
