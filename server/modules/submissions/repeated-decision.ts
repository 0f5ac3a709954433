import { toSingleLine } from '#contracts/rules/single-line.ts'
import type { SubmissionDecision } from '#contracts/submission-review/submission-review.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SubmissionRow } from './store.ts'

/** Creates the function that recognizes a decision that is sent again because its reply was lost. */
export function createIsRepeatedDecision(products: Pick<ProductService, 'findStored'>) {
  /** Returns whether an approval did what a decision asks for; not if its product has been changed since. */
  async function hasSavedProduct(db: Queryable, row: SubmissionRow, decision: SubmissionDecision): Promise<boolean> {
    const { updates, category, productName = row.productName, acceptsContact } = decision
    const stored = row.productId === null ? undefined : await products.findStored(db, 'agent', row.productId)
    if (!stored || stored.version !== row.productVersion) return false
    if (category !== undefined && category !== stored.product.category) return false
    return updates
      ? row.previousProductJson !== null &&
          updates.id === stored.id &&
          (!acceptsContact || stored.product.contactEmail === row.contactEmail)
      : row.previousProductJson === null && toSingleLine(productName) === stored.product.name
  }

  /**
   * Returns whether a submission's last change is this very decision of the actor. It has to name the version that it is
   * based on; without one, it may as well be a second decision.
   */
  return async (db: Queryable, row: SubmissionRow, decision: SubmissionDecision, actor: Actor): Promise<boolean> => {
    const { status, version, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = decision
    const isLastChange = version !== undefined && row.version === version + 1
    return (
      isLastChange &&
      row.reviewedBy === actor.id &&
      row.status === status &&
      row.reviewNotes === reviewNotes &&
      row.vendorNotes === vendorNotes &&
      (status === 'rejected' || (await hasSavedProduct(db, row, decision)))
    )
  }
}
