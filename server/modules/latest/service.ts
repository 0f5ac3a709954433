import { LATEST_LIMIT, type Latest } from '#contracts/latest/latest.ts'
import { parseEventTime } from '#contracts/rules/event-time.ts'
import { endOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { type ContentService, getContentTopic } from '#server/modules/content/service.ts'
import { ATTRIBUTES_TOPIC, type FactService, getFactsTopic } from '#server/modules/facts/service.ts'
import { getCatalogueTopic, type ProductService, summarizeProduct } from '#server/modules/products/service.ts'
import {
  PUBLISHED_EVALUATIONS_TOPIC,
  type PublishedEvaluationService,
} from '#server/modules/published-evaluations/service.ts'
import type { Clock } from '#server/platform/clock.ts'

export type LatestService = ReturnType<typeof createLatestService>

/** The change feed's topics that invalidate the latest changes. */
export const LATEST_TOPICS: readonly string[] = [
  ...CATALOGUES.flatMap((catalogue) => [getCatalogueTopic(catalogue), getFactsTopic(catalogue)]),
  ATTRIBUTES_TOPIC,
  PUBLISHED_EVALUATIONS_TOPIC,
  getContentTopic('community'),
]

type Dependencies = {
  clock: Clock
  content: Pick<ContentService, 'get'>
  products: Pick<ProductService, 'listNewest' | 'findActiveId'>
  facts: Pick<FactService, 'listLatest'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'listNewest' | 'findNextExpiry'>
}

/** Creates the service for the latest changes that visitors may see. */
export function createLatestService({ clock, content, products, facts, publishedEvaluations }: Dependencies) {
  async function listProducts(): Promise<Latest['products']> {
    // Twice as many are read, so that real products are included even if sample content was added later. Products with
    // the same creation time alternate between the catalogues.
    const lists = await Promise.all(
      CATALOGUES.map(async (catalogue) =>
        (await products.listNewest(catalogue, LATEST_LIMIT * 2)).map((each, rank) => ({ ...each, catalogue, rank })),
      ),
    )
    return lists
      .flat()
      .toSorted(
        (a, b) =>
          Number(a.product.isSample) - Number(b.product.isSample) ||
          b.createdAt.localeCompare(a.createdAt) ||
          a.rank - b.rank,
      )
      .slice(0, LATEST_LIMIT)
      .map(({ product, catalogue, createdAt }) => ({
        id: product.id,
        name: product.name,
        catalogue,
        summary: summarizeProduct(product),
        category: product.category,
        addedOn: toDay(new Date(createdAt)),
      }))
  }

  async function listEvents(): Promise<Latest['events']> {
    const today = toDay(clock.now())
    const { upcomingEvents } = (await content.get('community')).document
    return upcomingEvents
      .filter(({ status }) => status !== '已结束')
      .flatMap(({ id, title, date, time, location }) => {
        const day = parseEventTime({ date, time })?.day
        return day !== undefined && day >= today ? [{ day, event: { id, title, date, time, location } }] : []
      })
      .toSorted((a, b) => a.day.localeCompare(b.day))
      .slice(0, LATEST_LIMIT)
      .map(({ event }) => event)
  }

  /** Reads extra rows, because products may have been removed from the catalogue. */
  async function listEvaluations(): Promise<Latest['evaluations']> {
    const rows = await publishedEvaluations.listNewest(LATEST_LIMIT * 2)
    const ids = await Promise.all(rows.map((row) => products.findActiveId(row.catalogue, row.productId)))
    return rows
      .filter((_, index) => ids[index] !== undefined)
      .slice(0, LATEST_LIMIT)
      .map((row) => ({
        product: { id: row.productId, name: row.productName, catalogue: row.catalogue },
        recommendation: row.recommendation,
        score: row.score,
        isExample: row.isExample,
        publishedOn: toDay(new Date(row.publishedAt)),
      }))
  }

  return {
    /** Returns the latest entries of each kind. */
    get: async (): Promise<Latest> => ({
      facts: await facts.listLatest(LATEST_LIMIT),
      products: await listProducts(),
      events: await listEvents(),
      evaluations: await listEvaluations(),
    }),

    /** Returns when the list expires without a change: when an evaluation expires, or at midnight. */
    async getNextExpiry(): Promise<string> {
      const midnight = endOfDay(toDay(clock.now()))
      const next = await publishedEvaluations.findNextExpiry()
      return next !== null && next < midnight ? next : midnight
    },
  }
}
