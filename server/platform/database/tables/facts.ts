/** Attributes of products and their facts. */
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
  /** If false, the attribute and its facts are visible in the back office only. */
  isActive: boolean
  hint: string
  staleAfterMonths: number | null
  position: number
  version: number
  createdAt: string
  updatedAt: string
}

/** Every saved revision of an attribute; the newest equals its row. */
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

/** One row per product that has or had facts. */
type ProductFactsTable = {
  productId: string
  /** Counts the changes to the product's facts. */
  version: number
  /** The day on which facts last changed or were confirmed; `null` if only undated ones were imported. */
  updatedOn: string | null
  /** The number of this product's last change in the sequence of all products' fact changes. */
  change: Generated<number>
}

export type FactsTable = {
  id: string
  productId: string
  attribute: string
  valueJson: Json
  /** Whether the value is a list of choices that is complete. */
  isComplete: Generated<boolean>
  grade: FactGrade
  sourceUrl: string
  /** The day on which the source was read. */
  readAt: string | null
  note: string
  /** The first day on which the fact is stale (`getStaleDay`), computed when it or its attribute is saved. */
  staleOn: string | null
  /** Who confirms it when it is stale; may be disabled or deleted by now. */
  assigneeId: Generated<string | null>
  /** The deadline of the next confirmation. */
  assignmentDueAt: Generated<string | null>
  updatedBy: string | null
  updatedByName: string | null
  createdAt: string
  updatedAt: string
}

/** Every change of a fact; rows are immutable. */
export type FactChangesTable = {
  productId: string
  /** The version of the product's facts after this change. */
  version: number
  /** The 1-based position among the changes of one save. */
  ordinal: number
  attribute: string
  action: FactAction
  beforeJson: ColumnType<unknown, string | null, string | null>
  afterJson: ColumnType<unknown, string | null, string | null>
  at: string
  byId: string | null
  byName: string | null
}

/** The values that products are filtered by (`listFilterValues`), one row per value; derived when facts are saved. */
export type FactValuesTable = {
  catalogue: Catalogue
  attribute: string
  value: string
  productId: string
  /** Whether a fact of grade 平台核实 has the value. */
  isVerified: boolean
}

/** The attributes of products whose sources disagree (`isDisputed`); derived when facts are saved. */
export type FactDisputesTable = { productId: string; attribute: string }
