/** The products that a visitor chose to compare, kept in the browser for every page, tab and visit. */
import { DAY_MS } from '#contracts/durations.ts'
import { COMPARISON } from '#contracts/limits.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { createLocalCopy } from '../local-copy.ts'

/** A chosen product. Its name is '' if only an address named it. */
export type BasketItem = { id: string; name: string }
export type Baskets = Readonly<Record<Catalogue, readonly BasketItem[]>> & {
  /** The one that changed last. */
  latest: Catalogue
}

const BASKET_KEY = 'zhijian.compare'
const KEPT_MS = 30 * DAY_MS
const EMPTY: Baskets = { agent: [], ai: [], latest: 'agent' }

type BasketCopy = Pick<ReturnType<typeof createLocalCopy<Baskets>>, 'read' | 'write'>

/** Creates the baskets on their copy in the browser; a browser that keeps none has them until the page goes. */
export function createBaskets(copy: BasketCopy) {
  const listeners = new Set<() => void>()
  let current: Baskets | undefined
  let hasTakenAddress = false

  const get = (): Baskets => {
    current ??= readCopy() ?? EMPTY
    return current
  }

  function readCopy(): Baskets | undefined {
    const stored = copy.read()
    return stored && CATALOGUES.every((catalogue) => Array.isArray(stored[catalogue])) ? stored : undefined
  }

  function publish(baskets: Baskets): void {
    current = baskets
    for (const listener of listeners) listener()
  }

  /** Another tab may have changed the copy a moment ago, before this one was told. */
  function change(catalogue: Catalogue, update: (items: readonly BasketItem[]) => readonly BasketItem[]): void {
    const latest = readCopy() ?? get()
    const next = { ...latest, [catalogue]: update(latest[catalogue]).slice(0, COMPARISON.most), latest: catalogue }
    copy.write(next)
    publish(next)
  }

  const remove = (catalogue: Catalogue, id: string) =>
    change(catalogue, (items) => items.filter((item) => item.id !== id))

  return {
    get,

    /** Takes in what another tab changed. */
    reload: () => publish(readCopy() ?? EMPTY),

    /** Calls a function after each change. Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Adds a product, or removes it if it is there. Returns false if there is no room for it. */
    toggle(catalogue: Catalogue, item: BasketItem, most: number): boolean {
      const items = (readCopy() ?? get())[catalogue]
      if (items.some(({ id }) => id === item.id)) remove(catalogue, item.id)
      else if (items.length >= most) return false
      else change(catalogue, (before) => [...before, item])
      return true
    },

    remove,
    clear: (catalogue: Catalogue) => change(catalogue, () => []),

    /**
     * Takes in what the address of a list names, if the visit begins with it: before what was chosen earlier. Returns
     * whether it did. Later in the visit the basket leads, and addresses follow it.
     */
    takeAddress(catalogue: Catalogue, ids: readonly string[]): boolean {
      if (hasTakenAddress) return false
      hasTakenAddress = true
      const items = get()[catalogue]
      if (ids.every((id) => items.some((item) => item.id === id))) return false
      const others = items.filter(({ id }) => !ids.includes(id))
      change(catalogue, () => [...ids.map((id) => items.find((item) => item.id === id) ?? { id, name: '' }), ...others])
      return true
    },

    /** Takes in what a comparison shows if nothing is chosen yet: somebody else's never replaces one's own. */
    fill(catalogue: Catalogue, ids: readonly string[]): void {
      hasTakenAddress = true
      if (ids.length > 0 && get()[catalogue].length === 0) change(catalogue, () => ids.map((id) => ({ id, name: '' })))
    },
  }
}

export const baskets = createBaskets(createLocalCopy<Baskets>(BASKET_KEY, KEPT_MS))

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    // A key of null: another tab cleared everything.
    if (key === BASKET_KEY || key === null) baskets.reload()
  })
