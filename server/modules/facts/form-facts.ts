/** Stores what a product's form states about its vendor and deployment as facts (`form-facts.ts` of the contracts). */

import { checkFacts } from '#contracts/rules/facts/check-facts.ts'
import { applyFormChange, type FormChange, isFormChanged } from '#contracts/rules/facts/form-facts.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalidFields } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { AttributeService } from './attributes/service.ts'
import type { SaveFacts } from './save-facts.ts'
import { listFactRows } from './store.ts'
import { ATTRIBUTES_TOPIC } from './topics.ts'
import { parseFactRow } from './view.ts'

export type ProductFormChange = FormChange & { productId: string }
type Dependencies = { clock: Clock; attributeService: AttributeService; saveFacts: SaveFacts }

export function createFormFacts({ clock, attributeService, saveFacts }: Dependencies) {
  return {
    /**
     * Saves what the forms of products state as facts of today, inside the caller's transaction, which has locked the
     * catalogue. Throws `invalid` if a company isn't a valid fact.
     */
    async save(
      transaction: Transaction,
      catalogue: Catalogue,
      changes: readonly ProductFormChange[],
      actor: Actor | null,
    ): Promise<void> {
      const changed = changes.filter(isFormChanged)
      if (changed.length === 0) return
      await transaction.lock(ATTRIBUTES_TOPIC)
      const attributesByKey = await attributeService.listAll(transaction.db)
      const day = toDay(clock.now())
      const ids = changed.map(({ productId }) => productId)
      const rows = Map.groupBy(await listFactRows(transaction.db, ids), ({ productId }) => productId)
      const saves = changed.map(({ productId, ...change }) => {
        const facts = (rows.get(productId) ?? []).map(parseFactRow)
        const { checked, errors } = checkFacts(applyFormChange(facts, change, day), {
          attributesByKey,
          catalogue,
          today: day,
        })
        if (errors.length > 0) throw invalidFields(errors)
        return { productId, facts: checked }
      })
      await saveFacts(transaction, saves, { catalogue, attributesByKey, actor, day })
    },
  }
}
