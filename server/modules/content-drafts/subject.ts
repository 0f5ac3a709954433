/** What can have a draft beside its published version: a document or a product, each with its own ways to be saved. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { DraftSubject } from '#contracts/content-drafts/draft.ts'
import { PUBLICATION_FAILURES } from '#contracts/content-drafts/messages.ts'
import { withoutRecordSections } from '#contracts/documents/documents.ts'
import { fillPath } from '#contracts/paths.ts'
import type { Permission } from '#contracts/permissions.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { type Catalogue, DOCUMENT_LABELS, type DraftKind } from '#contracts/vocabulary.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import { getCatalogueTopic, type ProductService, type PublishedProduct } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Topic } from '#server/platform/database/topics.ts'
import type { DraftKey } from './draft-row.ts'
import { parseDraft, parsePublishable } from './parse-draft.ts'
import { withRecords } from './view.ts'

type DraftKeys = { kind: DraftKey; productId: string | null }

/** The published version of what has a draft. */
type Published = { document: JsonObject; revision: number }

/** A change that can be made to a published version and to its draft alike. */
export type DocumentChange = (document: JsonObject) => JsonObject

/** A publication inside a transaction, which replaces the revision if given. */
type Publication = { document: JsonObject; replaces?: number; isConfirmed: boolean; actor: Actor }

export type Subject = DraftKeys & {
  /** What publishing it takes. */
  permission: Permission
  /** The topic that changes of its draft publish. */
  topic: Topic
  /** Locks the draft, and first what has to be locked before it. Returns the revision of the draft's topic. */
  lock(transaction: Transaction): Promise<number>
  /** Throws `notFound` for a product that was removed. */
  describe(db: Queryable): Promise<{ subject: DraftSubject; label: string; editorPath: string }>
  /** Throws `notFound` for a product that was removed. */
  getPublished(db: Queryable): Promise<Published>
  /** Returns the document as of a revision, as drafts are compared with it. */
  getDocumentAt(revision: number, db: Queryable): Promise<JsonObject>
  /** Returns a draft as it is stored, which may be incomplete. Throws `invalid` for values of another type. */
  parseDraft(raw: JsonObject, db: Queryable): Promise<JsonObject>
  /** Returns a stored draft as it will be published. Throws `invalid` with every field that isn't ready. */
  parsePublishable(draft: JsonObject, db: Queryable): Promise<JsonObject>
  /** Returns a published document without what a draft doesn't contain. */
  toComparable(document: JsonObject): JsonObject
  /** Adds to a draft what its published version derives from elsewhere. */
  complete(draft: JsonObject, published: JsonObject): JsonObject
  /** Applies a change to the published version inside a transaction. Returns whether it changed anything. */
  amendPublished(transaction: Transaction, change: DocumentChange, actor: Actor): Promise<boolean>
  /** Returns the published revision. */
  publish(transaction: Transaction, publication: Publication): Promise<number>
}

type Dependencies = { content: ContentService; products: ProductService }

/** Creates the functions that return what a draft belongs to. */
export function createSubjects(dependencies: Dependencies) {
  const ofDocument = (kind: DraftKind) => createDocumentSubject(dependencies.content, kind)
  const ofProduct = (id: string) => createProductSubject(dependencies.products, id)
  return {
    ofDocument,
    ofProduct,
    ofRow({ kind, productId }: DraftKeys): Subject {
      return isProductKey(kind) ? ofProduct(productId ?? '') : ofDocument(kind)
    },
  }
}

const isProductKey = (key: DraftKey): key is `product:${string}` => key.startsWith('product:')

function createDocumentSubject(content: ContentService, kind: DraftKind): Subject {
  const topic: Topic = `content-draft:${kind}`
  return {
    kind,
    productId: null,
    permission: 'content:write',
    topic,
    lock: (transaction) => transaction.lock(topic),
    describe: async () => ({
      subject: { kind, product: null },
      label: DOCUMENT_LABELS[kind],
      editorPath: ADMIN_PAGES[kind],
    }),
    async getPublished(db) {
      const { document, revision } = await content.get(kind, db)
      return { document: { ...document }, revision }
    },
    getDocumentAt: async (revision, db) => withoutRecordSections(await content.getDocumentAt(kind, revision, db)),
    parseDraft: async (raw) => parseDraft(kind, raw),
    parsePublishable: async (draft) => parsePublishable(kind, draft),
    toComparable: withoutRecordSections,
    complete: withRecords,
    amendPublished: (transaction, change, actor) => content.editPage(transaction, { kind, actor }, change),
    async publish(transaction, { document, replaces, isConfirmed, actor }) {
      const ifMatch = replaces === undefined ? undefined : String(replaces)
      const save = { kind, raw: document, actor, isConfirmed, ifMatch }
      return (await content.saveInTransaction(transaction, save)).revision
    },
  }
}

const EDITOR_PAGES: Record<Catalogue, string> = { agent: ADMIN_PAGES.productDetail, ai: ADMIN_PAGES.aiProductDetail }

function createProductSubject({ publishing, update }: ProductService, id: string): Subject {
  const topic = 'content-draft:product'
  const complete = (draft: JsonObject, published: JsonObject) => ({ ...published, ...draft })

  async function getProduct(db: Queryable): Promise<PublishedProduct> {
    const product = await publishing.find(db, id)
    if (!product) throw notFound(PUBLICATION_FAILURES.removed)
    return product
  }

  return {
    kind: `product:${id}`,
    productId: id,
    permission: 'products:write',
    topic,
    async lock(transaction) {
      // Publishing locks the catalogue, too, which must be locked before the draft.
      const product = await publishing.find(transaction.db, id)
      if (product) await transaction.lock(getCatalogueTopic(product.catalogue))
      return transaction.lock(topic)
    },
    async describe(db) {
      const { catalogue, name } = await getProduct(db)
      return {
        subject: { kind: 'product', product: { catalogue, id, name } },
        label: name,
        editorPath: fillPath(EDITOR_PAGES[catalogue], { id }),
      }
    },
    getPublished: getProduct,
    getDocumentAt: (revision, db) => publishing.getDocumentAt(db, id, revision),
    parseDraft: async (raw, db) => publishing.parseDraft(raw, await getProduct(db)),
    async parsePublishable(draft, db) {
      const product = await getProduct(db)
      return publishing.parsePublishable(complete(draft, product.document), product)
    },
    toComparable: (document) => document,
    complete,
    async amendPublished(transaction, change, actor) {
      const product = await getProduct(transaction.db)
      const document = change(product.document)
      if (diff(product.document, document).length === 0) return false
      await update(
        transaction,
        { catalogue: product.catalogue, id },
        publishing.parsePublishable(document, product),
        actor,
      )
      return true
    },
    async publish(transaction, { document, actor }) {
      const product = await getProduct(transaction.db)
      return publishing.publish(transaction, product, publishing.parsePublishable(document, product), actor)
    },
  }
}
