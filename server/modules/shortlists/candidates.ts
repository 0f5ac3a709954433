/** Adds and removes the candidates of a shortlist: products that its owner chose by hand. */
import type { FieldError } from '#contracts/errors.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AnalyticsService } from '#server/modules/analytics/service.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidFields } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { updateShortlist } from './store.ts'
import { getAs, parseContents, type StoredCandidate } from './stored-shortlist.ts'
import { getShortlistLock, SHORTLISTS_TOPIC } from './topics.ts'

/** Counts that products were added to a shortlist. */
export type ProductEventCounter = Pick<AnalyticsService['visits'], 'countProductEvents'>

type Products = Pick<ProductService, 'listActive'>
type Dependencies = {
  database: Database
  clock: Clock
  products: Products
  colleagues: Pick<ColleagueAccess, 'find'>
  visits: ProductEventCounter
}

/** Returns the products as candidates. Throws `invalid`, with their paths, for products that aren't listed. */
export async function toCandidates(
  products: Products,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<StoredCandidate[]> {
  const candidates = (await products.listActive(catalogue, ids)).map(({ id, name }) => ({ id, name }))
  const errors = ids.flatMap((id, index): FieldError[] =>
    candidates.some((candidate) => candidate.id === id)
      ? []
      : [{ path: `candidates.${index}`, message: MESSAGES.candidateUnknown }],
  )
  if (errors.length > 0) throw invalidFields(errors)
  return candidates
}

/** Creates the changes to the candidates of a member's own shortlist. */
export function createShortlistCandidates({ database, clock, products, colleagues, visits }: Dependencies) {
  const updateCandidates = (id: string, actor: Actor, update: (candidates: StoredCandidate[]) => StoredCandidate[]) =>
    database.write(async (transaction) => {
      const { db, lockName, publish } = transaction
      await lockName(getShortlistLock(id))
      const { candidates } = parseContents(await getAs(db, id, { colleagues, memberId: actor.id }))
      const updated = update(candidates)
      // The version is unchanged, so that others can still save the form, which doesn't contain the candidates.
      await updateShortlist(db, id, {
        candidatesJson: JSON.stringify(updated),
        ...createSaveStamp(clock, actor),
      })
      const added = updated.filter((product) => candidates.every((before) => before.id !== product.id))
      await visits.countProductEvents(
        transaction,
        'shortlisted',
        added.map((product) => product.id),
      )
      publish(SHORTLISTS_TOPIC)
    })

  return {
    /**
     * Adds products to a member's own shortlist; products that are already candidates keep their positions. Throws
     * `notFound`, `invalid` for products that aren't in its catalogue, and `conflict` if there would be too many.
     */
    async addCandidates(id: string, ids: readonly string[], actor: Actor): Promise<void> {
      const { catalogue } = await getAs(database.read, id, { colleagues, memberId: actor.id })
      const added = await toCandidates(products, catalogue, ids)
      await updateCandidates(id, actor, (candidates) => {
        const existingIds = new Set(candidates.map((candidate) => candidate.id))
        const updated = [...candidates, ...added.filter((candidate) => !existingIds.has(candidate.id))]
        if (updated.length > SHORTLIST_LIMITS.candidates)
          throw conflict(MESSAGES.tooManyCandidates(SHORTLIST_LIMITS.candidates))
        return updated
      })
    },

    /** Removes a candidate of a member's own shortlist if it exists. Throws `notFound` for an unknown shortlist. */
    removeCandidate: (id: string, productId: string, actor: Actor): Promise<void> =>
      updateCandidates(id, actor, (candidates) => candidates.filter((candidate) => candidate.id !== productId)),
  }
}
