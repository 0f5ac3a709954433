import { SubmittedFactsSchema } from '#contracts/facts/fact.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { Screenshot } from '#contracts/products/screenshot.ts'
import { createSubmittedProduct } from '#contracts/rules/create-submitted-product.ts'
import { updateSubmittedFields } from '#contracts/rules/product-from-submission.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type {
  DecisionWithdrawal,
  SubmissionDecision,
  SubmissionReturn,
} from '#contracts/submission-review/submission-review.ts'
import { toFormPart } from '#contracts/submissions/form-parts.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { ChangedFieldsSchema } from '#contracts/vendors/product-update.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { WithdrawnMail } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, conflictingField, invalidField } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { assertContactsConfirmed, type PublicText } from '#server/platform/public-contacts.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { changeSubmission, type SubmissionTransaction } from './change-submission.ts'
import type { SubmissionEvents } from './events.ts'
import type { SubmissionMails } from './mails.ts'
import { nameReasons } from './name-reasons.ts'
import { hasPendingUpdate, type SubmissionFields, type SubmissionRow } from './store.ts'
import { suggestCategory } from './suggest-category.ts'

type Dependencies = {
  clock: Clock
  products: ProductService
  facts: FactService
  audit: AuditService
  mails: SubmissionMails
  events: SubmissionEvents
}

/** A decision, with the catalogue's listed categories, the copied product screenshots, and who has made it. */
type DecisionContext = {
  decision: SubmissionDecision
  categories: readonly string[]
  screenshots: readonly Screenshot[]
  actor: Actor | null
}

type Updates = SubmissionDecision['updates']

const DECISION_LABELS = { approved: '通过', rejected: '拒绝', returned: '退回补正' } as const
const NO_PRODUCT = {
  productId: null,
  productVersion: null,
  previousProductJson: null,
  previousFactsJson: null,
  factsVersion: null,
} as const satisfies SubmissionFields
const NO_FACTS = { facts: [], version: 0 } as const
/** The columns of a submission that is not, or no longer, decided. */
export const UNDECIDED_COLUMNS = {
  ...NO_PRODUCT,
  status: 'pending',
  decisionMailId: null,
  reviewedAt: null,
  reviewedBy: null,
  reviewedByName: null,
} as const satisfies SubmissionFields

/** Creates the decisions on submissions, which run inside the caller's transaction. */
export function createDecisions({ clock, products, facts, audit, mails, events }: Dependencies) {
  const findVersion = async ({ db }: Transaction, id: string) =>
    (await products.findStored(db, 'agent', id))?.version ?? null

  /** Creates the product of an approved submission. Throws `conflict` if its name is taken. */
  async function createProduct(
    transaction: Transaction,
    row: SubmissionRow,
    { decision, categories, screenshots, actor }: DecisionContext,
  ) {
    const category = getCategory(row, decision, categories)
    const product = {
      ...createSubmittedProduct(row, { category, name: decision.productName }),
      screenshots: [...screenshots],
    }
    assertContactsConfirmed(listPublicTexts(row, product), decision.confirmed)
    const productId = await products.create(transaction, 'agent', product, actor)
    return { productId, productVersion: await findVersion(transaction, productId), previousProductJson: null }
  }

  /** Updates the product that an approval names. Throws `conflict` if it was deleted or is at another version. */
  async function updateProduct(
    transaction: Transaction,
    row: SubmissionRow,
    { decision, categories, screenshots, actor }: DecisionContext,
  ) {
    const { updates } = decision
    if (!updates || !actor) throw new Error('only a reviewer can update an existing product')
    const stored = await products.findStored(transaction.db, 'agent', updates.id)
    if (!stored) throw conflict(MESSAGES.existingNotFound)
    if (stored.version !== updates.version) throw conflict(MESSAGES.existingProductChanged)
    // The product's own category is allowed even if the page doesn't list it.
    const allowed = categories.length === 0 ? categories : [...categories, stored.product.category]
    const category = getCategory(row, decision, allowed)
    const updated = updateSubmittedFields(stored.product, row, {
      category,
      changedFields: parseChangedFields(row),
      acceptsContact: decision.acceptsContact === true,
    })
    // New screenshots replace the existing ones, which are retained if there are none.
    const withScreenshots = screenshots.length > 0 ? { ...updated, screenshots: [...screenshots] } : updated
    const publicTexts = new Set(listPublicTexts(row, stored.product).map(({ text }) => text))
    assertContactsConfirmed(
      listPublicTexts(row, withScreenshots).filter(({ path, text }) => path === 'facts' || !publicTexts.has(text)),
      decision.confirmed,
    )
    await products.update(transaction, { catalogue: 'agent', id: stored.id }, withScreenshots, actor)
    return {
      productId: stored.id,
      productVersion: await findVersion(transaction, stored.id),
      previousProductJson: JSON.stringify(stored.product),
    }
  }

  /** Throws `conflict` if the submission is an update of a product that still exists, but is approved otherwise. */
  async function assertUpdatesRequested({ db }: Transaction, { updatesProductId }: SubmissionRow, updates: Updates) {
    if (updatesProductId === null || updates?.id === updatesProductId) return
    if (updates || (await products.findStored(db, 'agent', updatesProductId)))
      throw conflict(MESSAGES.updateOfOtherProduct)
  }

  /** Creates or updates the product of an approval, with its facts. Returns what is needed to revert that. */
  async function saveProduct(transaction: Transaction, row: SubmissionRow, context: DecisionContext) {
    const { updates } = context.decision
    await assertUpdatesRequested(transaction, row, updates)
    const before = updates ? await facts.submitted.getState(transaction, updates.id) : NO_FACTS
    const product = updates
      ? await updateProduct(transaction, row, context)
      : await createProduct(transaction, row, context)
    await facts.submitted.apply(
      transaction,
      { catalogue: 'agent', productId: product.productId, actor: context.actor },
      { facts: SubmittedFactsSchema.parse(row.factsJson), day: toDay(new Date(row.createdAt)) },
    )
    const { version } = await facts.submitted.getState(transaction, product.productId)
    const isChanged = version !== before.version
    return {
      ...product,
      previousFactsJson: isChanged ? JSON.stringify(before.facts) : null,
      factsVersion: isChanged ? version : null,
    }
  }

  /**
   * Approves or rejects a pending submission. An approval creates or updates a product, so the products must be
   * locked, too. Throws `invalid` or `conflict` before anything is written.
   */
  async function applyDecision(
    transaction: SubmissionTransaction,
    row: SubmissionRow,
    context: DecisionContext,
  ): Promise<SubmissionRow> {
    const { decision, actor } = context
    const { status, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = decision
    const product = status === 'approved' ? await saveProduct(transaction, row, context) : NO_PRODUCT
    const decisionMailId = await mails.queueDecisionMail(transaction, { ...row, ...product, status, vendorNotes })
    await events.recordDecided(transaction, row, status)
    await audit.record(transaction, {
      actor,
      action: 'submission.review',
      target: row.productName,
      detail: describeDecision(context),
    })
    const stamp = createSaveStamp(clock, actor)
    const fields = {
      ...product,
      status,
      reviewNotes,
      vendorNotes,
      decisionMailId,
      reviewedAt: stamp.updatedAt,
      reviewedBy: actor?.id ?? null,
      reviewedByName: actor?.name ?? null,
    }
    return changeSubmission(transaction, row, fields, stamp)
  }

  /** Returns a pending submission to its vendor. Throws `invalid`. */
  async function applyReturn(
    transaction: SubmissionTransaction,
    row: SubmissionRow,
    { reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes, ...body }: SubmissionReturn,
    actor: Actor,
  ): Promise<SubmissionRow> {
    const reasons = nameReasons(body.reasons, await facts.attributes.list('agent', transaction.db))
    const decisionMailId = await mails.queueReturnMail(transaction, { ...row, vendorNotes }, reasons)
    await events.recordReturned(transaction, row, [...new Set(reasons.map(({ path }) => toFormPart(path)))])
    const detail = reasons.map(({ label }) => label).join('、')
    await audit.record(transaction, { actor, action: 'submission.return', target: row.productName, detail })
    const stamp = createSaveStamp(clock, actor)
    const fields = {
      status: 'returned',
      reasonsJson: JSON.stringify(reasons),
      reviewNotes,
      vendorNotes,
      decisionMailId,
      reviewedAt: stamp.updatedAt,
      reviewedBy: actor.id,
      reviewedByName: actor.name,
    } as const
    return changeSubmission(transaction, row, fields, stamp)
  }

  /**
   * Reverts the product of an approval: moves a created product to the recycle bin, and restores the previous state of
   * an updated one unless it was edited since. Throws `conflict` for such edits unless `acceptsChangedProduct`.
   */
  async function revertProduct(
    transaction: Transaction,
    row: SubmissionRow,
    { acceptsChangedProduct, actor }: { acceptsChangedProduct: boolean; actor: Actor },
  ): Promise<void> {
    const { productId, productVersion, previousProductJson, previousFactsJson, factsVersion } = row
    if (productId === null) return
    const stored = await products.findStored(transaction.db, 'agent', productId)
    if (!stored) return
    const { version } = await facts.submitted.getState(transaction, productId)
    const hasChangedFacts = factsVersion !== null && version !== factsVersion
    const isChanged = stored.version !== productVersion || hasChangedFacts
    if (isChanged && !acceptsChangedProduct) throw conflictingField('acceptsChangedProduct', MESSAGES.productChanged)
    if (previousProductJson === null) return products.remove(transaction, 'agent', productId, actor)
    // Edits made since are retained.
    if (isChanged) return
    // The facts first: with them, the form of the previous product states nothing new.
    if (factsVersion !== null)
      await facts.submitted.revert(transaction, { catalogue: 'agent', productId, actor }, previousFactsJson)
    const previousProduct = ProductSchema.parse(previousProductJson)
    await products.update(transaction, { catalogue: 'agent', id: productId }, previousProduct, actor)
  }

  return {
    applyDecision,
    applyReturn,

    /**
     * Approves a new submission automatically; leaves it pending if no listed category matches or its name is taken.
     */
    async approveAutomatically(
      transaction: SubmissionTransaction,
      row: SubmissionRow,
      { categories, screenshots }: Pick<DecisionContext, 'categories' | 'screenshots'>,
    ): Promise<void> {
      if (categories.length > 0 && suggestCategory(row.category, categories) === undefined) return
      try {
        await applyDecision(transaction, row, {
          decision: { status: 'approved' },
          categories,
          screenshots,
          actor: null,
        })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      }
    },

    /**
     * Withdraws a decision, so that the submission is pending again. The products must be locked, too. Throws `conflict`
     * if the product was changed since and that is not accepted, or if it has a pending update by now.
     */
    async withdraw(
      transaction: SubmissionTransaction,
      row: SubmissionRow,
      { acceptsChangedProduct }: Pick<DecisionWithdrawal, 'acceptsChangedProduct'>,
      actor: Actor,
    ): Promise<{ row: SubmissionRow; mail: WithdrawnMail }> {
      // A returned update is itself the one that waits.
      if (row.status !== 'returned' && (await hasPendingUpdate(transaction.db, row.updatesProductId)))
        throw conflict(MESSAGES.otherUpdatePending)
      await revertProduct(transaction, row, { acceptsChangedProduct, actor })
      const mail = await mails.cancelDecisionMail(transaction, row)
      const detail = row.status === 'pending' ? '' : DECISION_LABELS[row.status]
      await audit.record(transaction, { actor, action: 'submission.withdraw', target: row.productName, detail })
      const pending = await changeSubmission(transaction, row, UNDECIDED_COLUMNS, createSaveStamp(clock, actor))
      return { row: pending, mail }
    },
  }
}

const SUBMITTED_TEXTS = ['name', 'description', 'targetUsers', 'keyCapabilities', 'company', 'officialLink'] as const

/** Lists what becomes public of a submission whose approval saves a product. */
function listPublicTexts({ factsJson }: SubmissionRow, product: ProductInput): PublicText[] {
  const facts = SubmittedFactsSchema.parse(factsJson).flatMap(({ value }) => value)
  return [
    ...SUBMITTED_TEXTS.map((path) => ({
      path,
      label: PRODUCT_FIELDS[path].label,
      text: [product[path] ?? ''].flat().join('、'),
    })),
    { path: 'screenshots', label: '截图说明', text: product.screenshots.map(({ caption }) => caption).join('、') },
    { path: 'facts', label: '产品资料', text: facts.filter((value) => typeof value === 'string').join('、') },
  ]
}

/** Returns the fields that a vendor's update changes; `null` if the submission wasn't made as an update. */
const parseChangedFields = ({ changedFieldsJson }: Pick<SubmissionRow, 'changedFieldsJson'>) =>
  ChangedFieldsSchema.nullable().parse(changedFieldsJson)

/**
 * Returns the product's category: the chosen one, otherwise the proposed one, otherwise the submission's own. Throws
 * `invalid` if the chosen one isn't listed on the catalogue's page; any category is allowed if the page lists none.
 */
function getCategory(row: SubmissionRow, { category }: SubmissionDecision, categories: readonly string[]): string {
  if (category === undefined) return suggestCategory(row.category, categories) ?? row.category
  if (categories.length === 0 || categories.includes(category)) return category
  throw invalidField('category', MESSAGES.unknownProductCategory)
}

function describeDecision({ decision, actor }: DecisionContext): string {
  const { status, updates, productName } = decision
  const label = actor ? DECISION_LABELS[status] : `自动${DECISION_LABELS[status]}`
  if (status === 'rejected') return label
  if (updates) return `${label}，更新已有产品${decision.acceptsContact ? '，接受新的联系邮箱' : ''}`
  return productName === undefined ? label : `${label}，产品名称：${productName}`
}
