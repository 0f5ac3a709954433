import { type Caller, can } from '#contracts/permissions.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { type FactService, getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createActiveProducts } from './active-products.ts'
import { createBulkActions } from './bulk-actions.ts'
import { createBulkSave } from './bulk-save.ts'
import { createReviewedProductIndex } from './catalogue-index/reviewed-product-index.ts'
import { createSyncedCatalogueIndex } from './catalogue-index/synced-catalogue-index.ts'
import { createProductChanges } from './changes.ts'
import { createDocumentProducts } from './document-products.ts'
import { createProductEditing } from './editing.ts'
import { createProductEvents } from './events.ts'
import { createProductSearch } from './product-search.ts'
import { createProductsForEditing } from './products-for-editing.ts'
import { createProductPublishing, type PublishedProduct } from './publishing.ts'
import { createQuestionSplitter } from './question-search.ts'
import { createRecycleBin } from './recycle-bin/recycle-bin.ts'
import type { ListChanges } from './replace-list.ts'
import { createRequirementRanking, type RankedProducts } from './requirement-ranking.ts'
import { sanitizeLongTexts, sanitizeProducts } from './sanitize-long-texts.ts'
import { createProductSnapshots, ProductSnapshotSchema } from './snapshots.ts'
import type { ProductRow } from './store.ts'
import { summarizeProduct } from './summarize-product.ts'
import { createProductTable } from './table.ts'
import { getRatingsTopic } from './topics.ts'
import { getIndexedVersion, getReviews } from './view.ts'

export type { ListChanges, ProductRow, PublishedProduct, RankedProducts }
export {
  createReviewedProductIndex,
  getCatalogueTopic,
  getIndexedVersion,
  getRatingsTopic,
  getReviews,
  ProductSnapshotSchema,
  sanitizeLongTexts,
  sanitizeProducts,
  summarizeProduct,
}

export type ProductService = ReturnType<typeof createProductService>

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  mail: Pick<MailService, 'queue'>
  facts: Pick<FactService, 'getPublic' | 'listPublic' | 'filterValues' | 'attributes' | 'forms'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'listValid'>
  outbox: Pick<OutboxService, 'record'>
  /** The base URL of the product pages that events lead to. */
  publicUrl: string
}

/** Creates the service for the two catalogues: agent platforms and 78AI applications. */
export function createProductService(dependencies: Dependencies) {
  const { database, clock, audit, mail, facts, publishedEvaluations } = dependencies
  const events = createProductEvents(dependencies)
  const indexes = {
    agent: createSyncedCatalogueIndex(database, facts, 'agent'),
    ai: createSyncedCatalogueIndex(database, facts, 'ai'),
  }
  const search = createProductSearch({ database, facts, publishedEvaluations, indexes })
  let warmUpTask: Promise<void> | undefined
  const changes = createProductChanges({ clock, audit, mail, facts, events })
  const table = createProductTable({ database, clock, indexes })

  const activeProducts = createActiveProducts({ database, facts, publishedEvaluations, indexes })
  const editing = createProductEditing({ database, changes })

  return {
    ...changes,
    ...activeProducts,
    ...createProductsForEditing(database),
    ...createDocumentProducts(database),
    ...createRecycleBin({ database, clock, audit, indexes }),

    /** The events about products, for those who save many of them. */
    events,

    /** Reads and saves single products for the editor. */
    editing,

    /** Publishes the drafts of products. */
    publishing: createProductPublishing(changes),

    /**
     * Returns a product's id by its id or exact name. The back office also finds inactive products. Throws `notFound`.
     */
    async getVisibleId(catalogue: Catalogue, idOrName: string, caller: Caller | null): Promise<string> {
      const product = can(caller, 'products:read')
        ? (await editing.get(catalogue, idOrName, caller)).value
        : await activeProducts.get(catalogue, idOrName)
      return product.id
    },

    list: search.list,
    listFacets: search.listFacets,
    hasKnownFacets: search.hasKnownFacets,
    listMatchingIds: search.listMatchingIds,
    search: search.search,
    listNumbersByName: search.listNumbersByName,
    listHits: search.listHits,
    /** Cuts a question into its words, with the names of products in one piece. */
    splitQuestion: createQuestionSplitter({ database, facts }),
    /** The catalogue as listed in the back office. */
    table,
    /** Applies one action to many products. */
    applyBulkAction: createBulkActions({ database, clock, audit, events, listMatchingIds: table.listIds }),
    /** Creates and updates many products together. */
    ...createBulkSave({ clock, mail }),
    /** Returns many products to earlier values. */
    ...createProductSnapshots({ clock, mail }),

    /** Ranks the active products of a catalogue by how they meet requirements. */
    rankByRequirements: createRequirementRanking({ database, facts, indexes }),

    /** Fills the indexes and caches once; after a failure, the next call tries again. */
    warmUp(): Promise<void> {
      warmUpTask ??= search.warmUp().catch((error) => {
        warmUpTask = undefined
        throw error
      })
      return warmUpTask
    },
  }
}
