/** Reads and saves the facts of one product for its editor. */
import type { FieldError } from '#contracts/errors.ts'
import {
  type EditorFact,
  type FactConfirmation,
  type FactState,
  FactStateSchema,
  type FactsInput,
  type ProductFacts,
} from '#contracts/facts/fact.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { FACTS } from '#contracts/limits.ts'
import { PRODUCT_EDITOR_MESSAGES } from '#contracts/products/messages.ts'
import { checkFacts, checkSource } from '#contracts/rules/facts/check-facts.ts'
import { isSameValue } from '#contracts/rules/facts/order-facts.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidFields, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import type { AttributeService } from './attributes/service.ts'
import type { RecordFactsEvent } from './facts-event.ts'
import { describeChanges, type ProductFactsSave, type SaveFacts } from './save-facts.ts'
import { findFact, findProduct, findProductById, listConfirmations, listFactRows, listFactsVersions } from './store.ts'
import { ATTRIBUTES_TOPIC, getCatalogueTopic } from './topics.ts'
import { type ParsedFact, parseFactRow, toEditorFacts } from './view.ts'

type VersionedFact = { value: EditorFact; revision: number }
type VersionedFacts = { value: ProductFacts; revision: number }

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  recordEvent: RecordFactsEvent
  attributeService: AttributeService
  saveFacts: SaveFacts
}
type Product = { id: string; name: string }
/** Who saves facts of a product, and the version that they must still be at, if given. */
type FactsSave = { actor: Actor; ifMatch: string | undefined }

export function createFactEditing(dependencies: Dependencies) {
  const { database, clock, audit, recordEvent, attributeService, saveFacts } = dependencies
  const getToday = () => toDay(clock.now())

  async function getProductFacts(db: Queryable, { id, name }: Product): Promise<VersionedFacts> {
    const [version] = await listFactsVersions(db, [id])
    const facts = toEditorFacts(await listFactRows(db, [id]), await attributeService.listAll(db), getToday())
    return {
      value: { productId: id, productName: name, updatedOn: version?.updatedOn ?? null, facts },
      revision: version?.version ?? 0,
    }
  }

  /**
   * Locks the rows of a catalogue and the facts of all products. Throws `versionConflict` if the version of the product's
   * facts isn't `ifMatch`.
   */
  async function lockFacts(
    transaction: Transaction,
    { id, catalogue }: { id: string; catalogue: Catalogue },
    ifMatch: string | undefined,
  ): Promise<void> {
    await transaction.lock(getCatalogueTopic(catalogue))
    await transaction.lock(ATTRIBUTES_TOPIC)
    const [version] = await listFactsVersions(transaction.db, [id])
    if (!matchesRevision(ifMatch, version?.version ?? 0)) throw new AppError('versionConflict')
  }

  /** Saves facts of a product, and records an event if they have changed. Returns the changes. */
  async function saveWithEvent(
    transaction: Transaction,
    { catalogue, id, name }: Product & { catalogue: Catalogue },
    facts: ProductFactsSave['facts'],
    options: Pick<Parameters<SaveFacts>[2], 'attributesByKey' | 'actor'>,
  ) {
    const saves = [{ productId: id, facts }]
    const [saved] = await saveFacts(transaction, saves, { ...options, catalogue, day: getToday() })
    const changes = saved?.changes ?? []
    await recordEvent(transaction, { catalogue, id, name }, changes.length)
    return changes
  }

  /** Replaces one fact of a product. Returns it with the new version of the product's facts. */
  async function replaceFact(
    transaction: Transaction,
    product: Product & { catalogue: Catalogue },
    fact: ParsedFact,
    actor: Actor,
  ) {
    const attributesByKey = await attributeService.listAll(transaction.db)
    const facts = (await listFactRows(transaction.db, [product.id])).map(parseFactRow)
    const replaced = facts.map((each) => (each.id === fact.id ? fact : each))
    await saveWithEvent(transaction, product, replaced, { attributesByKey, actor })
    const { value, revision } = await getProductFacts(transaction.db, product)
    return {
      value: getFact(value.facts, fact.id),
      revision,
      label: attributesByKey.get(fact.attribute)?.label ?? fact.attribute,
    }
  }

  /** Locks the facts of all products, and returns a fact with its product. Throws `notFound`, `versionConflict`. */
  async function lockFact(transaction: Transaction, id: string, ifMatch: string | undefined) {
    const unlockedRow = await findFact(transaction.db, id)
    const product = unlockedRow && (await findProductById(transaction.db, unlockedRow.productId))
    if (!product) throw notFound(MESSAGES.factNotFound)
    await lockFacts(transaction, product, ifMatch)
    const row = await findFact(transaction.db, id)
    if (!row) throw notFound(MESSAGES.factNotFound)
    return { product, fact: parseFactRow(row) }
  }

  return {
    /** Returns the facts of a product with their version; 0 if they were never saved. Throws `notFound`. */
    get: async (catalogue: Catalogue, idOrName: string): Promise<VersionedFacts> =>
      getProductFacts(database.read, await getProduct(database.read, catalogue, idOrName)),

    /**
     * Replaces the facts of a product. Omitted facts are removed, except those of inactive attributes. Throws
     * `notFound`, `versionConflict`, `invalid` with the path of each invalid fact.
     */
    save: (
      { catalogue, idOrName }: { catalogue: Catalogue; idOrName: string },
      { facts }: FactsInput,
      { actor, ifMatch }: FactsSave,
    ): Promise<VersionedFacts> =>
      database.write(async (transaction) => {
        const product = await getProduct(transaction.db, catalogue, idOrName)
        await lockFacts(transaction, product, ifMatch)
        const attributesByKey = await attributeService.listAll(transaction.db)
        const ids = new Set((await listFactRows(transaction.db, [product.id])).map(({ id }) => id))
        const { checked, errors } = checkFacts(facts, { attributesByKey, catalogue, today: getToday() })
        assertNoErrors([...listIdErrors(facts, ids), ...errors])
        const { id, name } = product
        const changes = await saveWithEvent(transaction, { catalogue, id, name }, checked, { attributesByKey, actor })
        if (changes.length > 0) {
          const detail = describeChanges(changes)
          await audit.record(transaction, { actor, action: 'fact.save', target: product.name, detail })
        }
        return getProductFacts(transaction.db, product)
      }),

    /**
     * Confirms a fact as of today or the given day. Returns it with the new version of its product's facts. Throws
     * `notFound`, `versionConflict`, `invalid` for a future day and for a public or third-party fact without a link.
     */
    confirm: (id: string, confirmation: FactConfirmation, { actor, ifMatch }: FactsSave): Promise<VersionedFact> =>
      database.write(async (transaction) => {
        const { product, fact } = await lockFact(transaction, id, ifMatch)
        const confirmed = confirmFact(fact, confirmation, getToday())
        assertNoErrors(checkSource(confirmed, getToday()))
        const { label, ...confirmedFact } = await replaceFact(transaction, product, confirmed, actor)
        await audit.record(transaction, { actor, action: 'fact.confirm', target: product.name, detail: label })
        return confirmedFact
      }),

    /**
     * Reverts a fact to its state before the last confirmation; both changes remain in the change history. Throws
     * `notFound`, `versionConflict`, `conflict` if it was changed since or never confirmed.
     */
    withdrawConfirmation: (id: string, { actor, ifMatch }: FactsSave): Promise<VersionedFact> =>
      database.write(async (transaction) => {
        const { product, fact } = await lockFact(transaction, id, ifMatch)
        const confirmations = await listConfirmations(transaction.db, product.id, fact.attribute, FACTS.perAttribute)
        const states = confirmations.map(({ beforeJson, afterJson }) => ({
          before: FactStateSchema.parse(beforeJson),
          after: FactStateSchema.parse(afterJson),
        }))
        // An attribute may have several facts, so the confirmation of this one has to be identified.
        const before = states.find(({ after }) => isSameState(after, fact))?.before
        if (!before) throw conflict(MESSAGES.confirmationOutdated)
        const { label, ...saved } = await replaceFact(transaction, product, { ...fact, ...before }, actor)
        await audit.record(transaction, {
          actor,
          action: 'fact.withdraw-confirmation',
          target: product.name,
          detail: label,
        })
        return saved
      }),
  }
}

async function getProduct(db: Queryable, catalogue: Catalogue, idOrName: string) {
  const product = isStorable(idOrName) ? await findProduct(db, catalogue, idOrName) : undefined
  if (!product) throw notFound(PRODUCT_EDITOR_MESSAGES[catalogue].notFound)
  return product
}

const isSameState = (state: FactState, fact: ParsedFact): boolean =>
  isSameValue(state.value, fact.value) &&
  state.isComplete === fact.isComplete &&
  state.grade === fact.grade &&
  state.sourceUrl === fact.sourceUrl &&
  state.readAt === fact.readAt &&
  state.note === fact.note

function getFact(facts: readonly EditorFact[], id: string): EditorFact {
  const fact = facts.find((each) => each.id === id)
  if (!fact) throw notFound(MESSAGES.factNotFound)
  return fact
}

/** Returns a fact as confirmed: read on the given day, or today. */
const confirmFact = (
  fact: ParsedFact,
  { readAt, grade, sourceUrl, note }: FactConfirmation,
  today: string,
): ParsedFact => ({
  ...fact,
  readAt: readAt ?? today,
  grade: grade ?? fact.grade,
  sourceUrl: sourceUrl ?? fact.sourceUrl,
  note: note ?? fact.note,
})

/** Returns an error for each fact whose id isn't one of the product's facts, or is repeated. */
function listIdErrors(facts: FactsInput['facts'], ids: ReadonlySet<string>): FieldError[] {
  const seenIds = new Set<string>()
  return facts.flatMap(({ id }, index) => {
    if (id === undefined) return []
    const isInvalid = !ids.has(id) || seenIds.has(id)
    seenIds.add(id)
    return isInvalid ? [{ path: `facts.${index}.id`, message: MESSAGES.factNotFound }] : []
  })
}

function assertNoErrors(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidFields(errors)
}
