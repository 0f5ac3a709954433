/** The products that a visitor chose to compare, stored in the browser across pages, tabs and visits. */
import { DAY_MS } from '#contracts/durations.ts'
import { COMPARISON } from '#contracts/limits.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { createStoredValue } from '../stored-value.ts'

/** A chosen product. Its name is '' if it was taken from a URL. */
export type BasketItem = { id: string; name: string }
export type Baskets = Readonly<Record<Catalogue, readonly BasketItem[]>> & {
  /** The catalogue whose basket changed last. */
  latest: Catalogue
}

const BASKET_KEY = 'zhijian.compare'
const LIFETIME_MS = 30 * DAY_MS
const EMPTY_BASKETS: Baskets = { agent: [], ai: [], latest: 'agent' }

type BasketStorage = { read: () => Baskets | undefined; write: (baskets: Baskets) => void }

/** Creates the baskets, which are stored in the browser; if storage is denied, they last until the page is closed. */
export function createBaskets(storage: BasketStorage) {
  const listeners = new Set<() => void>()
  let current: Baskets | undefined
  let hasReadUrl = false

  const get = (): Baskets => {
    current ??= readStored() ?? EMPTY_BASKETS
    return current
  }

  function readStored(): Baskets | undefined {
    const stored = storage.read()
    return stored && CATALOGUES.every((catalogue) => Array.isArray(stored[catalogue])) ? stored : undefined
  }

  function publish(baskets: Baskets): void {
    current = baskets
    for (const listener of listeners) listener()
  }

  /** Applies a change to the stored baskets, which another tab may have changed before this one was notified. */
  function change(catalogue: Catalogue, update: (items: readonly BasketItem[]) => readonly BasketItem[]): void {
    const latest = readStored() ?? get()
    const next = { ...latest, [catalogue]: update(latest[catalogue]).slice(0, COMPARISON.max), latest: catalogue }
    storage.write(next)
    publish(next)
  }

  const remove = (catalogue: Catalogue, id: string) =>
    change(catalogue, (items) => items.filter((item) => item.id !== id))

  return {
    get,

    /** Reloads the baskets after a change in another tab. */
    reload: () => publish(readStored() ?? EMPTY_BASKETS),

    /** Calls a function after each change. Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Adds a product, or removes it if it is in the basket. Returns false if the basket is full. */
    toggle(catalogue: Catalogue, item: BasketItem, limit: number): boolean {
      const items = (readStored() ?? get())[catalogue]
      if (items.some(({ id }) => id === item.id)) remove(catalogue, item.id)
      else if (items.length >= limit) return false
      else change(catalogue, (current) => [...current, item])
      return true
    },

    remove,
    clear: (catalogue: Catalogue) => change(catalogue, () => []),

    /**
     * Adds the products in the URL of a list, before the others, if this is the first such URL of the visit. Returns
     * whether the basket was changed. Later in the visit, the basket updates the URL instead.
     */
    addFromUrl(catalogue: Catalogue, ids: readonly string[]): boolean {
      if (hasReadUrl) return false
      hasReadUrl = true
      const items = get()[catalogue]
      if (ids.every((id) => items.some((item) => item.id === id))) return false
      const others = items.filter(({ id }) => !ids.includes(id))
      change(catalogue, () => [...ids.map((id) => items.find((item) => item.id === id) ?? { id, name: '' }), ...others])
      return true
    },

    /**
     * Adds the products of a comparison if the basket is empty, so that a shared comparison doesn't replace the
     * visitor's own basket.
     */
    fillIfEmpty(catalogue: Catalogue, ids: readonly string[]): void {
      hasReadUrl = true
      if (ids.length > 0 && get()[catalogue].length === 0) change(catalogue, () => ids.map((id) => ({ id, name: '' })))
    },
  }
}

export const baskets = createBaskets(createStoredValue<Baskets>(BASKET_KEY, LIFETIME_MS))

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    // The key is null if another tab cleared all storage.
    if (key === BASKET_KEY || key === null) baskets.reload()
  })
