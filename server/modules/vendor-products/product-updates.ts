import { type SubmittedFact, SubmittedFactsSchema } from '#contracts/facts/fact.ts'
import { toSubmissionValues } from '#contracts/rules/product-from-submission.ts'
import type { SubmissionReceipt } from '#contracts/submissions/submission.ts'
import { UPDATE_MESSAGES as MESSAGES } from '#contracts/vendors/messages.ts'
import {
  ChangedFieldsSchema,
  type PendingUpdate,
  type ProductUpdateForm,
  type ProductUpdateRequest,
  type WithdrawnUpdate,
  WithdrawnUpdateSchema,
} from '#contracts/vendors/product-update.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SubmissionService, WithdrawnSubmission } from '#server/modules/submissions/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden, invalid, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

type Dependencies = {
  database: Database
  accounts: Pick<IdentityService['accounts'], 'find'>
  vendors: Pick<VendorService, 'findRepresentedVendor'>
  products: Pick<ProductService, 'findStored'>
  facts: Pick<FactService, 'getPublic'>
  submissions: Pick<SubmissionService, 'submit' | 'listPendingUpdates' | 'withdrawUpdate' | 'listContactData'>
}

/** Facts that a product's contact agreed to have reviewed; `onStored` is called inside the transaction that stores them. */
type Proposal = {
  email: string
  facts: SubmittedFact[]
  additionalInfo: string
  onStored: (transaction: Transaction) => Promise<void>
}

/** Creates the updates of listed agent products by their vendors (docs/decisions/065). */
export function createProductUpdates({ database, accounts, vendors, products, facts, submissions }: Dependencies) {
  /** Returns a listed product and its vendor. Throws `notFound`, `forbidden` for members who don't represent it. */
  async function getOwn(productId: string, memberId: string) {
    const stored = await products.findStored(database.read, 'agent', productId)
    if (!stored?.product.isActive) throw notFound(MESSAGES.productNotFound)
    const vendor = await vendors.findRepresentedVendor(stored.id, memberId)
    authorize(vendor !== undefined, forbidden(MESSAGES.notVendor))
    return { ...stored, vendor }
  }

  /** Returns the undecided updates of products, by product id. */
  async function listPending(productIds: readonly string[]): Promise<ReadonlyMap<string | null, PendingUpdate>> {
    const rows = await submissions.listPendingUpdates(productIds)
    return new Map(
      rows.map(
        ({ updatesProductId, receipt, createdAt, status }) =>
          [updatesProductId, { receipt, createdAt, isReturned: status === 'returned' }] as const,
      ),
    )
  }

  return {
    listPending,

    /**
     * Returns the form for an update, with the product's present values. The product has no contact person; the form
     * proposes that of the member's last submission, or else the member.
     */
    async getForm(productId: string, memberId: string): Promise<ProductUpdateForm> {
      const { id, product, vendor } = await getOwn(productId, memberId)
      const member = await accounts.find(database.read, memberId)
      const [lastContact] = await submissions.listContactData(memberId)
      const values = toSubmissionValues(product)
      return {
        id,
        name: product.name,
        values: {
          ...values,
          companyName: values.companyName || vendor.companyName,
          contactName: lastContact?.contactName ?? member?.name ?? '',
          contactEmail: values.contactEmail || (member?.email ?? ''),
          contactPhone: lastContact?.contactPhone ?? member?.phone ?? '',
        },
        facts: (await facts.getPublic(id)).facts.map(({ attribute, value, isComplete, sourceUrl, isStale }) => ({
          attribute,
          value,
          isComplete,
          sourceUrl,
          isStale,
        })),
        screenshotCount: product.screenshots.length,
        pending: (await listPending([id])).get(id) ?? null,
      }
    },

    /**
     * Submits an update for review. Throws `notFound`, `forbidden`, `invalid` if nothing is changed, `conflict` while
     * another one is pending.
     */
    async send(productId: string, request: ProductUpdateRequest, memberId: string): Promise<SubmissionReceipt> {
      const { id } = await getOwn(productId, memberId)
      const { changedFields, ...submission } = request
      const { facts: changedFacts, screenshots, files, additionalInfo } = submission
      const attached = changedFacts.length + screenshots.length + files.length
      if (changedFields.length + attached === 0 && additionalInfo === '') throw invalid(MESSAGES.nothingChanged)
      return submissions.submit(submission, { productId: id, changedFields })
    },

    /**
     * Submits changed facts that a product's contact gave elsewhere and agreed to have reviewed; nothing else changes. The
     * caller has checked who gave them. Throws `notFound`, `invalid`, `conflict` while another update is pending.
     */
    async propose(
      productId: string,
      { email, facts: changedFacts, additionalInfo, onStored }: Proposal,
    ): Promise<SubmissionReceipt> {
      const stored = await products.findStored(database.read, 'agent', productId)
      if (!stored?.product.isActive) throw notFound(MESSAGES.productNotFound)
      const values = toSubmissionValues(stored.product)
      const [anyDeployment] = DEPLOYMENT_TYPES
      return submissions.submit(
        {
          ...values,
          // Neither is among the changed fields, so that a review leaves both as they are.
          deploymentType: values.deploymentType === '' ? anyDeployment : values.deploymentType,
          contactEmail: email,
          contactName: email,
          contactPhone: '',
          additionalInfo,
          agreeToTerms: true,
          facts: changedFacts,
          files: [],
          screenshots: [],
        },
        { productId: stored.id, changedFields: [], onStored },
      )
    },

    /** Withdraws a pending update, and returns its content, also if repeated. Throws `notFound`, `forbidden`. */
    async withdraw(productId: string, receipt: string, member: Actor): Promise<WithdrawnUpdate> {
      const { id } = await getOwn(productId, member.id)
      return toWithdrawnUpdate(await submissions.withdrawUpdate(id, receipt, member))
    },
  }
}

const toUploadedFile = ({ id, name, size, caption }: WithdrawnSubmission['files'][number]) => ({
  key: id,
  name,
  size,
  caption,
})

/** Returns the fields that an update changed, and those that only concern its review. */
function toWithdrawnUpdate({ row, files }: WithdrawnSubmission): WithdrawnUpdate {
  const { contactName, contactPhone, additionalInfo } = row
  const changes = ChangedFieldsSchema.parse(row.changedFieldsJson).map((field) => [field, row[field]])
  return WithdrawnUpdateSchema.parse({
    values: { contactName, contactPhone, additionalInfo, ...Object.fromEntries(changes) },
    facts: SubmittedFactsSchema.parse(row.factsJson),
    files: files.filter(({ caption }) => caption === null).map(toUploadedFile),
    screenshots: files.filter(({ caption }) => caption !== null).map(toUploadedFile),
  })
}
