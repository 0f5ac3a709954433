import { MARKET_MAP_MIN } from '#contracts/limits.ts'
import type { MapPoint, MarketList, MarketMap } from '#contracts/published-evaluations/market-map.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { findMapScores } from '#contracts/rules/evaluation/market-map.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { TableFormat } from '#contracts/table.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import { MAP_COLUMNS } from './map-columns.ts'

type Dependencies = {
  clock: Clock
  publishedEvaluations: Pick<PublishedEvaluationService, 'listResults'>
  methods: Pick<MethodService, 'getCurrent'>
  products: Pick<ProductService, 'listIdentities'>
}

type MappedProduct = MapPoint['product'] & { category: string }

const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/**
 * Creates the functions for market maps. A map shows the products of a category, positioned by the scores of their
 * valid evaluations.
 */
export function createMarketMaps({ clock, publishedEvaluations, methods, products }: Dependencies) {
  /** Groups the active products of both catalogues by category; those without a category are on no map. */
  async function groupProducts(): Promise<Map<string, MappedProduct[]>> {
    const lists = await Promise.all(
      CATALOGUES.map(async (catalogue) =>
        (await products.listIdentities(catalogue))
          .filter(({ isActive, category }) => isActive && category !== '')
          .map(({ id, name, category }) => ({ id, name, category, catalogue })),
      ),
    )
    return Map.groupBy(lists.flat(), ({ category }) => category)
  }

  /** Lists the points of products by total score in descending order, then by name. */
  async function listPoints(mappedProducts: readonly MappedProduct[]): Promise<MapPoint[]> {
    const productsById = new Map(mappedProducts.map((product) => [product.id, product]))
    const points = (await publishedEvaluations.listResults([...productsById.keys()])).flatMap(
      ({ row, result }): MapPoint[] => {
        const scores = findMapScores(result.groups)
        const product = productsById.get(row.productId)
        if (!scores || !product) return []
        return [
          {
            product: { id: product.id, name: product.name, catalogue: product.catalogue },
            tech: scores.tech,
            business: scores.business,
            market: scores.market,
            total: row.total,
            recommendation: row.recommendation,
            evaluatedAt: row.evaluatedAt,
            validUntil: row.validUntil,
            methodVersion: row.methodVersion,
            reportId: row.reportId,
            isExample: row.isExample,
          },
        ]
      },
    )
    return points.sort((a, b) => b.total - a.total || collator.compare(a.product.name, b.product.name))
  }

  /**
   * Returns a category's map, without points if there are too few. Throws `notFound` if no product is in the category.
   */
  async function getMap(category: string): Promise<MarketMap> {
    const mappedProducts = (await groupProducts()).get(category)
    if (!mappedProducts) throw notFound(MESSAGES.categoryNotFound)
    const points = await listPoints(mappedProducts)
    const { method } = await methods.getCurrent()
    return {
      category,
      catalogues: CATALOGUES.filter((catalogue) => mappedProducts.some((product) => product.catalogue === catalogue)),
      products: mappedProducts.length,
      count: points.length,
      required: MARKET_MAP_MIN,
      thresholds: method.thresholds,
      points: points.length < MARKET_MAP_MIN ? [] : points,
    }
  }

  return {
    getMap,

    /** Lists the categories with products, those with the most evaluations first. */
    async listMaps(): Promise<MarketList> {
      const groups = await groupProducts()
      const categories = await Promise.all(
        [...groups].map(async ([category, mappedProducts]) => ({
          category,
          products: mappedProducts.length,
          count: (await listPoints(mappedProducts)).length,
        })),
      )
      categories.sort(
        (a, b) => b.count - a.count || b.products - a.products || collator.compare(a.category, b.category),
      )
      return { required: MARKET_MAP_MIN, categories }
    },

    /** Returns a map's data as a file. Throws `notFound`, or `conflict` if there are too few points. */
    async exportMap(category: string, format: TableFormat) {
      const { points, count, required } = await getMap(category)
      if (count < required) throw conflict(MESSAGES.tooFewMapProducts(count, required))
      const table = await writeTable(format, MAP_COLUMNS, points)
      return { ...table, name: `市场图-${category}-${toDay(clock.now())}` }
    },
  }
}
