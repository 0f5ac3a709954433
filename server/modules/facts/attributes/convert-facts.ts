/** Adapts the facts of an attribute to its changes: renamed choices and another staleness period. */
import type { AttributeState } from '#contracts/facts/attribute.ts'
import { type FactValue, findValidUntil, parseStoredValue } from '#contracts/facts/fact-value.ts'
import { getStaleDay } from '#contracts/rules/facts/staleness.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { incrementFactVersions, listFactsOfAttribute, renameFilterValue, updateFact } from './store.ts'

const FACTS_PER_READ = 500

type FactConversion = {
  key: string
  before: AttributeState
  after: AttributeState
  renames: Readonly<Record<string, string>>
}

/** Rewrites the facts that a change of their attribute affects, inside the caller's transaction. */
export async function convertFacts(db: Queryable, { key, before, after, renames }: FactConversion): Promise<void> {
  const isRenamed = Object.keys(renames).length > 0
  if (!isRenamed && before.staleAfterMonths === after.staleAfterMonths) return
  for (const [from, to] of Object.entries(renames)) {
    await incrementFactVersions(db, key, from)
    await renameFilterValue(db, key, from, to)
  }
  const rename = (choice: string) => (Object.hasOwn(renames, choice) ? (renames[choice] ?? choice) : choice)
  let cursor: { productId: string; id: string } | undefined
  do {
    const rows = await listFactsOfAttribute(db, key, { after: cursor, limit: FACTS_PER_READ })
    for await (const row of eachInTurns(rows)) {
      const stored = parseStoredValue(row.valueJson)
      const value = isRenamed ? renameChoices(stored, rename) : stored
      const staleOn = getStaleDay({
        readAt: row.readAt,
        validUntil: findValidUntil(value),
        staleAfterMonths: after.staleAfterMonths,
      })
      if (value !== stored || staleOn !== row.staleOn)
        await updateFact(db, row.id, { valueJson: JSON.stringify(value), staleOn })
    }
    cursor = rows.length < FACTS_PER_READ ? undefined : rows.at(-1)
  } while (cursor)
}

/** Returns a value with its choices renamed, in the same order; the same value if nothing is renamed. */
function renameChoices(value: FactValue, rename: (choice: string) => string): FactValue {
  if (typeof value === 'string') return rename(value)
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.some((choice) => rename(choice) !== choice) ? value.map(rename) : value
  return rename(value.level) === value.level ? value : { ...value, level: rename(value.level) }
}
