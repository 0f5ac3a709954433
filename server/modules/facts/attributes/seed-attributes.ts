import { AttributeCreateSchema } from '#contracts/facts/attribute.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import { DEFAULT_ATTRIBUTES } from './default-attributes.ts'
import { insertAttributes, insertRevisions } from './store.ts'
import { toAttributeColumns } from './view.ts'

/** Adds the default attributes if no attribute was ever saved. Returns whether it added them. */
export async function seedAttributes(transaction: Transaction, clock: Clock): Promise<boolean> {
  if ((await transaction.lock(ATTRIBUTES_TOPIC)) > 0) return false
  const at = timestamp(clock)
  const attributes = DEFAULT_ATTRIBUTES.map((attribute) => AttributeCreateSchema.parse(attribute))
  await insertAttributes(
    transaction.db,
    attributes.map(({ key, ...state }, index) => ({
      ...toAttributeColumns(state),
      key,
      position: index + 1,
      version: 1,
      createdAt: at,
      updatedAt: at,
    })),
  )
  await insertRevisions(
    transaction.db,
    attributes.map(({ key, ...state }) => ({
      key,
      revision: 1,
      valueJson: JSON.stringify(state),
      changesJson: null,
      restoredFrom: null,
      createdAt: at,
      createdBy: null,
      createdByName: null,
    })),
  )
  transaction.publish(ATTRIBUTES_TOPIC)
  return true
}
