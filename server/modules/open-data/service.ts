import { Readable } from 'node:stream'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { COMPARISON } from '#contracts/limits.ts'
import { XLSX_TYPE } from '#contracts/mime-types.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import { invalid } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { writeComparison } from './comparison.ts'
import { FACT_COLUMNS, type FactTableRow } from './fact-columns.ts'
import { getProductUrl, type ProductWithFacts, toOpenProduct } from './view.ts'

export { getProductUrl, toOpenProduct }

export type OpenDataService = ReturnType<typeof createOpenDataService>

type Dependencies = { products: ProductService; facts: FactService; publicUrl: string; clock: Clock }

/** Creates the service for catalogue downloads: every active product with its facts and their sources. */
export function createOpenDataService({ products, facts, publicUrl, clock }: Dependencies) {
  /** Streams the active products of both catalogues with their facts, in pages. */
  async function* readPages(): AsyncGenerator<ProductWithFacts[]> {
    for (const catalogue of CATALOGUES)
      for await (const page of products.streamActive(catalogue)) {
        const factsByProduct = await facts.listPublic(page.map(({ id }) => id))
        yield page.map((product) => ({ catalogue, product, facts: factsByProduct.get(product.id)?.facts ?? [] }))
      }
  }

  /** Streams the JSON text without holding all products in memory. */
  async function* writeJson(attributes: readonly Attribute[]): AsyncGenerator<string> {
    const header = { generatedAt: timestamp(clock), source: `${publicUrl}/`, attributes }
    yield `${JSON.stringify(header).slice(0, -1)},"products":[`
    let separator = '\n'
    for await (const page of readPages()) {
      if (page.length === 0) continue
      // One chunk per page: a chunk per product would cost more than the product itself.
      yield separator + page.map((product) => JSON.stringify(toOpenProduct(product, publicUrl))).join(',\n')
      separator = ',\n'
    }
    yield '\n]}\n'
  }

  async function* readTableRows(): AsyncGenerator<FactTableRow[]> {
    for await (const page of readPages())
      yield page.flatMap(({ catalogue, product, facts: productFacts }) =>
        (productFacts.length > 0 ? productFacts : [null]).map((fact) => ({ catalogue, product, fact, publicUrl })),
      )
  }

  const getFileName = () => `智鉴目录-${toDay(clock.now())}`

  return {
    /** Streams every active product with its facts as JSON. */
    exportJson: async () => ({
      bytes: Readable.from(writeJson(await facts.attributes.list()), { objectMode: false }),
      mimetype: 'application/json; charset=utf-8',
      extension: 'json',
      name: getFileName(),
    }),

    /** Streams every active product as a CSV table with one row per fact. */
    exportCsv: () => ({ ...streamTable('csv', FACT_COLUMNS, readTableRows()), name: getFileName() }),

    /**
     * Returns a product comparison as a workbook. Throws `invalid` for too many products, `notFound` for an unknown
     * one.
     */
    async exportComparison(catalogue: Catalogue, ids: readonly string[]) {
      if (ids.length > COMPARISON.max) throw invalid(PRODUCT_MESSAGES.tooManyCompared(COMPARISON.max))
      const compared = await Promise.all(ids.map((id) => products.getDetail(catalogue, id)))
      const attributes = await facts.attributes.list(catalogue)
      return {
        bytes: await writeComparison(compared, attributes, { catalogue, publicUrl, now: clock.now() }),
        mimetype: XLSX_TYPE,
        extension: 'xlsx',
        name: `产品对比-${toDay(clock.now())}`,
      }
    },
  }
}
