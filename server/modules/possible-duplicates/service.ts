/**
 * Finds agents and submissions that may be duplicates of a submission. An index of names (`comparedNames`) selects the
 * few that can be similar, so that a catalogue's size doesn't matter.
 */
import { POSSIBLE_DUPLICATES_MAX } from '#contracts/limits.ts'
import type { PossibleDuplicateProduct, PossibleDuplicateSubmission } from '#contracts/submission-review/approval.ts'
import { DUPLICATE_REASONS, type DuplicateReason } from '#contracts/submission-review/duplicate-reasons.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { createNameComparison, type NameKeys, toNameKeys } from '#server/platform/search-text/name-similarity.ts'
import { hasCompany, hasName, listNamesToCompare, listSimilarProducts, listSimilarSubmissions } from './store.ts'

export { insertSubmissionNames, refreshProductNames, refreshSubmissionNames } from './store.ts'

type ComparedSubmission = { id: string; productName: string; companyName: string; updatesProductId: string | null }

/**
 * Lists the agents and the submissions that may be duplicates of a submission, most similar first. Those that it
 * updates aren't.
 */
export async function listPossibleDuplicates(
  db: Queryable,
  { id, productName, companyName, updatesProductId }: ComparedSubmission,
): Promise<{ products: PossibleDuplicateProduct[]; submissions: PossibleDuplicateSubmission[] }> {
  const keys = toNameKeys({ name: productName, company: companyName })
  const similarNames = await listSimilarNames(db, keys)
  const conditions = {
    sameName: hasName(db, [keys.nameKey]),
    similarName: hasName(db, similarNames),
    sameCompany: hasCompany(db, keys.companyKey, [keys.nameKey, ...similarNames]),
  }

  async function listClosest<Item>(
    list: (selection: { condition: (typeof conditions)[DuplicateReason]; limit: number }) => Promise<Item[]>,
  ): Promise<(Item & { reason: DuplicateReason })[]> {
    const closest: (Item & { reason: DuplicateReason })[] = []
    for (const reason of DUPLICATE_REASONS) {
      const limit = POSSIBLE_DUPLICATES_MAX - closest.length
      if (limit === 0) break
      const items = await list({ condition: conditions[reason], limit })
      closest.push(...items.map((item) => ({ ...item, reason })))
    }
    return closest
  }

  return {
    products: await listClosest((selection) => listSimilarProducts(db, { ...selection, updatesProductId })),
    submissions: await listClosest(async (selection) => {
      const rows = await listSimilarSubmissions(db, { ...selection, updatesProductId, id })
      return rows.map((row) => ({
        _id: row.id,
        productName: row.productName,
        companyName: row.companyName,
        status: row.status,
        createdAt: row.createdAt,
      }))
    }),
  }
}

/** Lists the stored names that are similar to a name, but differ from it. */
async function listSimilarNames(db: Queryable, keys: NameKeys): Promise<string[]> {
  const isSimilar = createNameComparison(keys)
  const similar: string[] = []
  for await (const name of eachInTurns(new Set(await listNamesToCompare(db, keys))))
    if (name !== keys.nameKey && isSimilar(name)) similar.push(name)
  return similar
}
