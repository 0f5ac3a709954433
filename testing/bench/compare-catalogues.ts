import { isDeepStrictEqual } from 'node:util'
import { PRODUCT_FIELD_LIST } from '#contracts/products/fields.ts'
import { toJsonFact } from '#server/modules/facts/fact-table.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

type Source = { database: Database; services: Services }
type Content = { name: string; fields: Record<string, unknown>; facts: unknown[] }

/**
 * Compares the agents of two catalogues in order, field by field and fact by fact, except for ids, which an import
 * assigns anew. Returns their number. Throws with the difference if they differ.
 */
export async function compareCatalogues(one: Source, other: Source): Promise<number> {
  const others = listContents(other)
  let count = 0
  for await (const expected of listContents(one)) {
    const { value: actual } = await others.next()
    count += 1
    if (!actual) throw new Error(`${expected.name} is missing`)
    for (const [field, value] of Object.entries(expected.fields))
      if (!isDeepStrictEqual(value, actual.fields[field]))
        throw new Error(`${field} of ${expected.name} has become ${JSON.stringify(actual.fields[field])}`)
    if (!isDeepStrictEqual(expected.facts, actual.facts)) throw new Error(`facts of ${expected.name} differ`)
  }
  if (!(await others.next()).done) throw new Error(`more than ${count} products`)
  return count
}

async function* listContents({ database, services }: Source): AsyncGenerator<Content, undefined> {
  for await (const page of services.products.streamForEditing(database.read, 'agent')) {
    const facts = await services.facts.listForEditing(page.map(({ id }) => id))
    for (const product of page)
      yield {
        name: product.name,
        fields: Object.fromEntries(
          PRODUCT_FIELD_LIST.filter((field) => field !== 'id').map((field) => [field, product[field]]),
        ),
        facts: (facts.get(product.id) ?? []).map(toJsonFact),
      }
  }
}
