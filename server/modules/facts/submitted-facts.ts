/** What vendors say of their products, taken over with an approval and put back with its withdrawal. */
import type { FieldError } from '#contracts/errors.ts'
import type { SubmittedFact } from '#contracts/facts/fact.ts'
import { FACT_MESSAGES as TEXTS } from '#contracts/facts/messages.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import type { AttributeService } from './attributes/service.ts'
import { type CheckedFact, checkFacts, type GivenFact } from './check-facts.ts'
import { saveFacts } from './save-facts.ts'
import { factsOf, statesOf } from './store.ts'
import { findValidUntil, readFact } from './view.ts'

type Dependencies = { database: Database; clock: Clock; attributes: AttributeService }
type ProductKey = { catalogue: Catalogue; productId: string; actor: Actor | null }

export function createSubmittedFacts({ database, clock, attributes }: Dependencies) {
  const getToday = () => toDay(clock.now())

  return {
    /** Returns what is wrong with facts that are handed in, by their paths below `facts`; ended certificates, too. */
    async findErrors(catalogue: Catalogue, facts: readonly SubmittedFact[]): Promise<FieldError[]> {
      const today = getToday()
      const rules = { attributes: await attributes.listAll(database.read), catalogue, today }
      const claims = facts.map((fact) => toClaim(fact, today))
      const { errors } = checkFacts(claims, rules)
      const hidden = facts.flatMap(({ attribute }, index) =>
        rules.attributes.get(attribute)?.isActive === false
          ? [{ path: `facts.${index}.attribute`, message: TEXTS.attributeUnknown }]
          : [],
      )
      const ended = claims.flatMap((claim, index) => {
        const [fact] = checkFacts([claim], rules).checked
        const lastDay = fact ? findValidUntil(fact.value) : null
        return lastDay !== null && lastDay < today
          ? [{ path: `facts.${index}.value.validUntil`, message: TEXTS.certificateEnded(lastDay) }]
          : []
      })
      return [...errors, ...hidden, ...ended]
    },

    /**
     * Takes a vendor's facts over as 厂商自述 of a day, in place of what was 厂商自述 of the same attributes before; facts
     * from other sources stay beside them. What no longer fits its attribute is passed over. Returns the facts before
     * and the version since, `undefined` if nothing changed. The caller has locked `ATTRIBUTES_CHANGE`.
     */
    async takeOver(
      write: Write,
      { catalogue, productId, actor }: ProductKey,
      { facts, day }: { facts: readonly SubmittedFact[]; day: string },
    ): Promise<{ before: CheckedFact[]; version: number } | undefined> {
      if (facts.length === 0) return undefined
      const all = await attributes.listAll(write.tx)
      const before = (await factsOf(write.tx, [productId])).map(readFact)
      const rules = { attributes: all, catalogue, today: getToday() }
      const claims = facts.flatMap((fact) => checkFacts([toClaim(fact, day)], rules).checked)
      const claimed = new Set(claims.map(({ attribute }) => attribute))
      const replaced = before.filter(({ grade, attribute }) => grade === 'claimed' && claimed.has(attribute))
      const next = [
        ...before.filter((fact) => !replaced.includes(fact)),
        ...claims.map((claim) => ({ ...claim, id: takeFirst(replaced, claim.attribute)?.id })),
      ]
      const [saved] = await saveFacts(write, [{ productId, facts: next }], {
        catalogue,
        attributes: all,
        actor,
        at: timestamp(clock),
        day: 'latestReading',
      })
      return saved && saved.changes.length > 0 ? { before, version: saved.version } : undefined
    },

    /**
     * Has a product's facts be as they were, if they are still at a version. Returns whether they are. The caller has
     * locked `ATTRIBUTES_CHANGE`.
     */
    async putBack(
      write: Write,
      { catalogue, productId, actor }: ProductKey,
      { facts, version }: { facts: readonly GivenFact[]; version: number },
    ): Promise<boolean> {
      const [state] = await statesOf(write.tx, [productId])
      if (state?.version !== version) return false
      const all = await attributes.listAll(write.tx)
      const today = getToday()
      const { checked } = checkFacts(facts, { attributes: all, catalogue, today })
      const options = { catalogue, attributes: all, actor, at: timestamp(clock), day: today }
      await saveFacts(write, [{ productId, facts: checked }], options)
      return true
    },
  }
}

const toClaim = (fact: SubmittedFact, day: string): GivenFact => ({ ...fact, grade: 'claimed', readAt: day })

/** Takes the first fact of an attribute out of a list. */
function takeFirst<Item extends { attribute: string }>(facts: Item[], attribute: string): Item | undefined {
  const index = facts.findIndex((fact) => fact.attribute === attribute)
  return index === -1 ? undefined : facts.splice(index, 1)[0]
}
