/** Attributes of products, and the facts that are known of them. */
import type { ColumnType, Generated } from 'kysely'
import type { AttributeType, FactAction, FactGrade } from '#contracts/facts/vocabulary.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type FactTables = {
  attributes: AttributesTable
  attributeRevisions: AttributeRevisionsTable
  productFacts: ProductFactsTable
  facts: FactsTable
  factChanges: FactChangesTable
  factValues: FactValuesTable
  factDisputes: FactDisputesTable
}

export type AttributesTable = {
  key: string
  label: string
  groupLabel: string
  type: AttributeType
  unit: string
  choicesJson: Json
  cataloguesJson: Json
  categoriesJson: Json
  isFilter: boolean
  isCompared: boolean
  isOnCard: boolean
  /** Off hides the attribute and its facts everywhere but in the back office. */
  isActive: boolean
  hint: string
  staleAfterMonths: number | null
  position: number
  version: number
  createdAt: string
  updatedAt: string
}

/** Every saved state of an attribute; the newest is what its row says. */
export type AttributeRevisionsTable = {
  key: string
  revision: number
  valueJson: Json
  changesJson: ColumnType<unknown, string | null, string | null>
  restoredFrom: number | null
  createdAt: string
  createdBy: string | null
  createdByName: string | null
}

/** One row a product that ever had a fact. */
export type ProductFactsTable = {
  productId: string
  /** Counts the changes to the product's facts. */
  version: number
  /** The day on which facts last changed or were confirmed; none if only undated ones were imported. */
  updatedOn: string | null
  /** Counts the changes of all products' facts, of which this is the last one of this product's. */
  change: Generated<number>
}

export type FactsTable = {
  id: string
  productId: string
  attribute: string
  valueJson: Json
  grade: FactGrade
  sourceUrl: string
  /** The day on which the source was read. */
  readAt: string | null
  note: string
  /** The first day on which the fact is stale (`getStaleDay`), made when it or its attribute was saved. */
  staleOn: string | null
  updatedBy: string | null
  updatedByName: string | null
  createdAt: string
  updatedAt: string
}

/** Every change of a fact; rows are never edited. */
export type FactChangesTable = {
  productId: string
  /** Of the product's facts, since this change. */
  version: number
  /** Counts the changes of one save from 1. */
  ordinal: number
  attribute: string
  action: FactAction
  beforeJson: ColumnType<unknown, string | null, string | null>
  afterJson: ColumnType<unknown, string | null, string | null>
  at: string
  byId: string | null
  byName: string | null
}

/** The values that products are filtered by (`listFilterValues`), one row a value; made when facts are saved. */
export type FactValuesTable = {
  catalogue: Catalogue
  attribute: string
  value: string
  productId: string
  /** A fact of grade 平台核实 has the value. */
  isVerified: boolean
}

/** The attributes of products whose sources disagree (`isDisputed`); made when facts are saved. */
export type FactDisputesTable = { productId: string; attribute: string }
