/** The active products: what visitors see, and what other modules build on. */
import { MESSAGES } from '#contracts/messages/general.ts'
import type { ProductDetail, ProductInput, PublicProduct, RatedProduct } from '#contracts/products/product.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { invalid, notFound } from '#server/platform/app-error.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import type { CatalogueIndexes } from './catalogue-index/synced-catalogue-index.ts'
import {
  findProduct,
  listActiveNames,
  listActiveProductsAfter,
  listNewestProducts,
  listProducts,
  type ProductRow,
} from './store.ts'
import { toVerdict } from './verdicts.ts'
import { mapRows, toPublicProduct, toRatedProduct, withContent } from './view.ts'

const { compare: compareByPinyin } = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

type Dependencies = {
  database: Database
  facts: Pick<FactService, 'getPublic'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'listValid'>
  indexes: CatalogueIndexes
}

/** Creates the functions that read the active products of the catalogues. */
export function createActiveProducts({ database, facts, publishedEvaluations, indexes }: Dependencies) {
  async function findActive(
    catalogue: Catalogue,
    idOrName: string,
    db: Queryable = database.read,
  ): Promise<ProductRow | undefined> {
    const row = isStorable(idOrName) ? await findProduct(db, catalogue, idOrName) : undefined
    return row?.isActive ? row : undefined
  }

  async function getRow(catalogue: Catalogue, idOrName: string, db?: Queryable): Promise<ProductRow> {
    const isAgent = catalogue === 'agent'
    if (idOrName.trim() === '') throw invalid(isAgent ? MESSAGES.productIdInvalid : MESSAGES.aiNameInvalid)
    const row = await findActive(catalogue, idOrName, db)
    if (!row) throw notFound(isAgent ? MESSAGES.productNotFound : MESSAGES.aiProductNotFound)
    return row
  }

  /** Returns an active product by its id or exact name. Throws `invalid` if neither is given, `notFound`. */
  const get = async (catalogue: Catalogue, idOrName: string, db?: Queryable): Promise<RatedProduct> =>
    toRatedProduct(await getRow(catalogue, idOrName, db))

  async function toDetail(row: ProductRow): Promise<ProductDetail> {
    const verdict = toVerdict((await publishedEvaluations.listValid()).find(row.id))
    const { facts: publicFacts, factsUpdatedOn } = await facts.getPublic(row.id)
    return {
      ...toRatedProduct(row),
      facts: publicFacts,
      factsUpdatedOn: factsUpdatedOn ?? toDay(new Date(row.createdAt)),
      verdict,
    }
  }

  return {
    get,

    /** Returns an active product with its facts. Throws `invalid`, `notFound`. */
    getDetail: async (catalogue: Catalogue, idOrName: string): Promise<ProductDetail> =>
      toDetail(await getRow(catalogue, idOrName)),

    /**
     * Returns a product, which may be inactive, as visitors would see it with other content, and whether they can see it
     * now; `undefined` if it is in the recycle bin.
     */
    async getPreview(
      id: string,
      product: ProductInput,
    ): Promise<{ detail: ProductDetail; isListed: boolean } | undefined> {
      const [row] = await listProducts(database.read, [id])
      return row?.deletedAt === null
        ? { detail: await toDetail(withContent(row, product)), isListed: row.isActive }
        : undefined
    },

    /** Returns the id of an active product by its id or exact name; `undefined` if it doesn't exist. */
    findActiveId: async (catalogue: Catalogue, idOrName: string): Promise<string | undefined> =>
      (await findActive(catalogue, idOrName))?.id,

    /** Lists the active products of a catalogue with the given ids, in their order; at most a few dozen. */
    async listActive(catalogue: Catalogue, ids: readonly string[]): Promise<RatedProduct[]> {
      if (ids.length === 0) return []
      const rows = (await listProducts(database.read, ids)).filter(
        (row) => row.catalogue === catalogue && row.isActive && row.deletedAt === null,
      )
      const products = new Map((await mapRows(rows, toRatedProduct)).map((product) => [product.id, product]))
      return ids.flatMap((id) => products.get(id) ?? [])
    },

    /** Streams every active product of a catalogue, page by page. */
    streamActive: (catalogue: Catalogue): AsyncGenerator<RatedProduct[]> =>
      streamPages<ProductRow, RatedProduct>(
        ({ after, limit }) => listActiveProductsAfter(database.read, catalogue, after?.id ?? '', limit),
        (rows) => mapRows(rows, toRatedProduct),
      ),

    /** Lists the most recently added active products with their creation times, newest first. */
    listNewest: async (catalogue: Catalogue, limit: number): Promise<{ product: PublicProduct; createdAt: string }[]> =>
      (await listNewestProducts(database.read, catalogue, limit)).map((row) => ({
        product: toPublicProduct(row),
        createdAt: row.createdAt,
      })),

    /** Lists the categories of the active products by pinyin. */
    listActiveCategories: async (catalogue: Catalogue): Promise<string[]> =>
      [
        ...new Set(
          (await indexes[catalogue]())
            .listInOrder('name', 'asc')
            .flatMap(({ isActive, category }) => (isActive && category !== '' ? category : [])),
        ),
      ].sort(compareByPinyin),

    /** Lists ids, names, categories and times of the active products for the sitemap. */
    listNames: (catalogue: Catalogue) => listActiveNames(database.read, catalogue),
  }
}
