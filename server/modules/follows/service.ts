import { randomUUID } from 'node:crypto'
import type { Follow, FollowInput, FollowList, FollowTarget } from '#contracts/follows/follow.ts'
import type { DigestFrequency } from '#contracts/follows/frequencies.ts'
import { FOLLOW_MESSAGES as MESSAGES } from '#contracts/follows/messages.ts'
import { FOLLOWS } from '#contracts/limits.ts'
import type { ProductFilter } from '#contracts/products/product.ts'
import { isCategoryAlone, toFilterQuery, toProductFilter } from '#contracts/rules/filter-query.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductUpdateService } from '#server/modules/product-updates/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import { conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { createDigests, findDueTime } from './digests.ts'
import { createNewsReader } from './news.ts'
import {
  countFollows,
  deleteFollow,
  type FollowRow,
  findDigest,
  findFollow,
  insertFollow,
  listFollows,
  markSeen,
  saveDigest,
} from './store.ts'
import { describeFilter, toFollowPath, toFollowTarget } from './view.ts'

export type FollowService = ReturnType<typeof createFollowService>

type Dependencies = {
  database: Database
  clock: Clock
  products: Pick<
    ProductService,
    'get' | 'listActive' | 'listActiveCategories' | 'listMatchingIds' | 'listFacets' | 'hasKnownFacets'
  >
  content: Pick<ContentService, 'listChoices'>
  updates: ProductUpdateService
  facts: Pick<FactService, 'attributes'>
  mail: Pick<MailService, 'isReady' | 'queue'>
  publicUrl: string
}

type Owner = { id: string }
type Target = Pick<FollowRow, 'kind' | 'catalogue' | 'target' | 'name'>

const getLock = (userId: string) => `follows ${userId}`

/** Creates the service for what members follow: products, categories and searches of the catalogues. */
export function createFollowService(dependencies: Dependencies) {
  const { database, clock, products, content, facts } = dependencies
  const news = createNewsReader(dependencies, FOLLOWS.listedProducts)

  /** Returns what to follow. Throws `notFound` for an unknown product, `invalid` for a search without valid filters. */
  async function resolve(input: FollowInput): Promise<Target> {
    const { catalogue } = input
    if (input.kind === 'product') {
      const { id, name } = await products.get(catalogue, input.product)
      return { kind: 'product', catalogue, target: id, name }
    }
    const filter: ProductFilter = toProductFilter(catalogue, input.query)
    const target = toFilterQuery(filter)
    if (target === '') throw invalidField('query', MESSAGES.noFilter)
    // Refuses filters that don't exist.
    await products.listFacets(filter)
    return { kind: isCategoryAlone(filter) ? 'category' : 'search', catalogue, target, name: '' }
  }

  /** Returns whether the category and the facts of a filter still exist. */
  async function isKnown(filter: ProductFilter): Promise<boolean> {
    const { catalogue, category } = filter
    if (!(await products.hasKnownFacets(filter))) return false
    if (category === '' || (await content.listChoices(catalogue)).categories.includes(category)) return true
    return (await products.listActiveCategories(catalogue)).includes(category)
  }

  async function describe(follow: FollowRow): Promise<Pick<Follow, 'label' | 'path' | 'isAvailable'>> {
    const { kind, catalogue, target, name } = follow
    if (kind === 'product') {
      const [product] = await products.listActive(catalogue, [target])
      const label = product?.name ?? name
      return { label, path: toFollowPath(follow, product), isAvailable: product !== undefined }
    }
    const filter = toProductFilter(catalogue, target)
    const label = describeFilter(filter, await facts.attributes.list(catalogue))
    return { label, path: toFollowPath(follow), isAvailable: await isKnown(filter) }
  }

  async function toFollow(row: FollowRow, until: string): Promise<Follow> {
    const description = await describe(row)
    const { changedIds, products: changed } = await news.read(row, { since: row.seenAt, until })
    return {
      ...toFollowTarget(row),
      ...description,
      createdAt: row.createdAt,
      newProducts: changedIds.length,
      news: changed.map(({ product: { id, name }, updates }) => ({
        product: { id, name },
        updates: updates.slice(0, FOLLOWS.updatesPerProduct),
      })),
    }
  }

  const getFrequency = async (db: Queryable, userId: string): Promise<DigestFrequency> =>
    (await findDigest(db, userId))?.frequency ?? 'weekly'

  return {
    digests: createDigests(dependencies),

    /** Lists what one follows, with what changed since one has last looked; what has changed comes first. */
    async list({ id: userId }: Owner): Promise<FollowList> {
      const readAt = timestamp(clock)
      const items: Follow[] = []
      for (const row of await listFollows(database.read, userId)) items.push(await toFollow(row, readAt))
      const frequency = await getFrequency(database.read, userId)
      return {
        items: items.toSorted((a, b) => Number(b.newProducts > 0) - Number(a.newProducts > 0)),
        readAt,
        frequency,
      }
    },

    /** Lists what one follows, without what changed. */
    listTargets: async ({ id }: Owner): Promise<FollowTarget[]> =>
      (await listFollows(database.read, id)).map(toFollowTarget),

    /** Follows a product or a search; returns the existing follow of the same. Throws `conflict` beyond the limit. */
    async follow(input: FollowInput, { id: userId }: Owner): Promise<FollowTarget> {
      const target = await resolve(input)
      return database.write(async ({ db, lockName }) => {
        await lockName(getLock(userId))
        const existing = await findFollow(db, { userId, ...target })
        if (existing) return toFollowTarget(existing)
        if ((await countFollows(db, userId)) >= FOLLOWS.perMember) throw conflict(MESSAGES.tooMany(FOLLOWS.perMember))
        const now = timestamp(clock)
        const row: FollowRow = { id: randomUUID(), userId, ...target, createdAt: now, seenAt: now }
        await insertFollow(db, row)
        if (!(await findDigest(db, userId))) {
          const frequency = 'weekly'
          await saveDigest(db, { userId, frequency, toldUntil: now, dueAt: findDueTime(clock.now(), frequency) })
        }
        return toFollowTarget(row)
      })
    },

    /** Ends one of one's follows. Throws `notFound`. */
    remove: (id: string, { id: userId }: Owner): Promise<null> =>
      database.write(async ({ db }) => {
        if (!(await deleteFollow(db, id, userId))) throw notFound(MESSAGES.notFound)
        return null
      }),

    /** Marks what changed until a time, which isn't in the future, as seen. */
    async markSeen(until: string, { id: userId }: Owner): Promise<null> {
      const now = timestamp(clock)
      await database.write(({ db }) => markSeen(db, userId, until < now ? until : now))
      return null
    },

    /** Chooses how often one gets digests. What changed while none was wanted isn't told later. */
    changeFrequency: (frequency: DigestFrequency, { id: userId }: Owner): Promise<{ frequency: DigestFrequency }> =>
      database.write(async ({ db, lockName }) => {
        await lockName(`follow digest ${userId}`)
        const current = await findDigest(db, userId)
        const toldUntil = current && current.frequency !== 'never' ? current.toldUntil : timestamp(clock)
        await saveDigest(db, { userId, frequency, toldUntil, dueAt: findDueTime(clock.now(), frequency) })
        return { frequency }
      }),

    /** Returns everything that is stored about what an account follows. */
    async readForOwner(userId: string) {
      const rows = await listFollows(database.read, userId)
      return {
        frequency: await getFrequency(database.read, userId),
        follows: await Promise.all(
          rows.map(async (row) => ({
            ...toFollowTarget(row),
            label: (await describe(row)).label,
            createdAt: row.createdAt,
            seenAt: row.seenAt,
          })),
        ),
      }
    },
  }
}
