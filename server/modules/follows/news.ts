/** Finds what changed in what members follow. */

import type { ProductUpdate } from '#contracts/product-updates/product-update.ts'
import { toProductFilter } from '#contracts/rules/filter-query.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ProductUpdateService } from '#server/modules/product-updates/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { FollowRow } from './store.ts'

export type ProductNews = { product: { id: string; name: string; catalogue: Catalogue }; updates: ProductUpdate[] }

/** The products that changed, those with the latest changes first, and the ids of all, which may be more. */
export type News = { changedIds: readonly string[]; products: ProductNews[] }

type Range = { since: string; until: string }

export type NewsDependencies = {
  products: Pick<ProductService, 'listActive' | 'listMatchingIds'>
  updates: ProductUpdateService
}

const getLatest = ([first]: readonly ProductUpdate[]): string => first?.at ?? ''

/** Creates the reader of news, which returns at most `limit` products of a follow. */
export function createNewsReader({ products, updates }: NewsDependencies, limit: number) {
  const listProductIds = ({ kind, catalogue, target }: FollowRow): Promise<string[]> | string[] =>
    kind === 'product' ? [target] : products.listMatchingIds(toProductFilter(catalogue, target))

  async function read(follow: FollowRow, { since, until }: Range): Promise<News> {
    const ids = await listProductIds(follow)
    const changes = await updates.listBetween({ ids, since, until })
    const changedIds = [...changes].toSorted(([, a], [, b]) => (getLatest(a) < getLatest(b) ? 1 : -1)).map(([id]) => id)
    const listed = await products.listActive(follow.catalogue, changedIds.slice(0, limit))
    return {
      // Of a search, all products are active; a product that is followed may not be.
      changedIds: follow.kind === 'product' ? listed.map(({ id }) => id) : changedIds,
      products: listed.map(({ id, name }) => ({
        product: { id, name, catalogue: follow.catalogue },
        updates: changes.get(id) ?? [],
      })),
    }
  }

  return {
    read,

    /** Returns a reader that finds the news of equal follows once, such as of a product that a thousand follow. */
    createShared() {
      const found = new Map<string, Promise<News>>()
      return (follow: FollowRow, range: Range): Promise<News> => {
        const key = JSON.stringify([follow.kind, follow.catalogue, follow.target, range])
        const news = found.get(key) ?? read(follow, range)
        found.set(key, news)
        return news
      }
    },
  }
}
