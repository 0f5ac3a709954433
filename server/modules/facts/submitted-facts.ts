/**
 * Facts that vendors submit: validated, applied when their submission is approved, and reverted when the approval is
 * withdrawn.
 */

import { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import {
  FactInputSchema,
  type SubmittedFact,
  type SubmittedFactRecord,
  SubmittedFactsSchema,
} from '#contracts/facts/fact.ts'
import { findValidUntil } from '#contracts/facts/fact-value.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import type { FactGrade } from '#contracts/facts/vocabulary.ts'
import { type CheckedFact, checkFacts, type UncheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { AttributeService } from './attributes/service.ts'
import type { AttributesByKey } from './attributes/view.ts'
import type { RecordFactsEvent } from './facts-event.ts'
import type { ProductFactsSave, SaveFacts } from './save-facts.ts'
import { findProductById, listFactRows, listFactsVersions } from './store.ts'
import { parseFactRow } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  recordEvent: RecordFactsEvent
  attributeService: AttributeService
  saveFacts: SaveFacts
}
type ApplyTarget = { catalogue: Catalogue; productId: string; actor: Actor | null }

export function createSubmittedFacts({ database, clock, recordEvent, attributeService, saveFacts }: Dependencies) {
  const getToday = () => toDay(clock.now())

  /** Saves all facts of a product, and records an event if they have changed. */
  async function save(
    transaction: Transaction,
    productId: string,
    facts: ProductFactsSave['facts'],
    options: Parameters<SaveFacts>[2],
  ): Promise<void> {
    const [saved] = await saveFacts(transaction, [{ productId, facts }], options)
    const product = await findProductById(transaction.db, productId)
    if (product) await recordEvent(transaction, product, saved?.changes.length ?? 0)
  }

  return {
    /** Returns the errors of submitted facts, by their paths below `facts`. Expired certificates are errors, too. */
    async listErrors(catalogue: Catalogue, facts: readonly SubmittedFact[]): Promise<FieldError[]> {
      const today = getToday()
      const rules = { attributesByKey: await attributeService.listAll(database.read), catalogue, today }
      const claimedFacts = facts.map((fact) => toClaimedFact(fact, today))
      const { errors } = checkFacts(claimedFacts, rules)
      const inactive = facts.flatMap(({ attribute }, index) =>
        rules.attributesByKey.get(attribute)?.isActive === false
          ? [{ path: `facts.${index}.attribute`, message: MESSAGES.attributeUnknown }]
          : [],
      )
      const expired = claimedFacts.flatMap((claimedFact, index) => {
        const [fact] = checkFacts([claimedFact], rules).checked
        const lastDay = fact ? findValidUntil(fact.value) : null
        return lastDay !== null && lastDay < today
          ? [{ path: `facts.${index}.value.validUntil`, message: MESSAGES.certificateExpired(lastDay) }]
          : []
      })
      return [...errors, ...inactive, ...expired]
    },

    /** Parses the column that stores submitted facts, for reviewers. `attributesByKey` must contain all attributes. */
    toRecords(stored: unknown, catalogue: Catalogue, attributesByKey: AttributesByKey): SubmittedFactRecord[] {
      const today = getToday()
      return SubmittedFactsSchema.parse(stored).map((fact) => {
        const attribute = attributesByKey.get(fact.attribute)
        const { checked, errors } = checkFacts([toClaimedFact(fact, today)], { attributesByKey, catalogue, today })
        return {
          attribute: fact.attribute,
          label: attribute?.label ?? fact.attribute,
          group: attribute?.group ?? '',
          type: attribute?.type ?? 'text',
          unit: attribute?.unit ?? '',
          value: checked[0]?.value ?? fact.value,
          isComplete: checked[0]?.isComplete ?? false,
          sourceUrl: fact.sourceUrl,
          note: fact.note,
          problem: errors[0]?.message ?? '',
        }
      })
    },

    /** Returns a product's facts with their version, to which an approval can be reverted; version 0 if it has none. */
    async getState({ db }: Transaction, productId: string): Promise<{ facts: CheckedFact[]; version: number }> {
      const [current] = await listFactsVersions(db, [productId])
      const facts = (await listFactRows(db, [productId])).map(parseFactRow)
      return { facts, version: current?.version ?? 0 }
    },

    /**
     * Applies a vendor's facts with grade 厂商自述 as of a day. They replace facts of that grade of the same attributes;
     * facts from other sources remain. Facts that no longer fit their attribute are skipped. The caller must have locked
     * `ATTRIBUTES_TOPIC`.
     */
    async apply(
      transaction: Transaction,
      { catalogue, productId, actor }: ApplyTarget,
      { facts, day }: { facts: readonly SubmittedFact[]; day: string },
    ): Promise<void> {
      if (facts.length === 0) return
      const attributesByKey = await attributeService.listAll(transaction.db)
      const before = (await listFactRows(transaction.db, [productId])).map(parseFactRow)
      const rules = { attributesByKey, catalogue, today: getToday() }
      const claimedFacts = facts.flatMap((fact) => checkFacts([toClaimedFact(fact, day)], rules).checked)
      const claimedAttributes = new Set(claimedFacts.map(({ attribute }) => attribute))
      const isReplaced = ({ grade, attribute }: { grade: FactGrade; attribute: string }) =>
        grade === 'claimed' && claimedAttributes.has(attribute)
      const replaceable = before.filter(isReplaced)
      // Each submitted fact takes the id of a fact of its attribute that it replaces, if any are left.
      const next = [
        ...before.filter((fact) => !isReplaced(fact)),
        ...claimedFacts.map((fact) => ({ ...fact, id: removeFirst(replaceable, fact.attribute)?.id })),
      ]
      await save(transaction, productId, next, {
        catalogue,
        attributesByKey,
        actor,
        day: 'latestReading',
      })
    },

    /** Restores the facts of `getState`. The caller must have locked `ATTRIBUTES_TOPIC`. */
    async revert(
      transaction: Transaction,
      { catalogue, productId, actor }: ApplyTarget,
      before: unknown,
    ): Promise<void> {
      const facts = CheckedFactsSchema.parse(before)
      const attributesByKey = await attributeService.listAll(transaction.db)
      const today = getToday()
      const { checked } = checkFacts(facts, { attributesByKey, catalogue, today })
      const options = { catalogue, attributesByKey, actor, day: today }
      await save(transaction, productId, checked, options)
    },
  }
}

/** Parses the facts of `getState` after a round trip through JSON. */
const CheckedFactsSchema = z.array(FactInputSchema)

const toClaimedFact = (fact: SubmittedFact, day: string): UncheckedFact => ({ ...fact, grade: 'claimed', readAt: day })

/** Removes and returns the first fact of an attribute. */
function removeFirst<Item extends { attribute: string }>(facts: Item[], attribute: string): Item | undefined {
  const index = facts.findIndex((fact) => fact.attribute === attribute)
  return index === -1 ? undefined : facts.splice(index, 1)[0]
}
