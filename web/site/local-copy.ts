/**
 * Creates a value kept in local storage for a while, or in that of the tab alone; a browser that refuses storage simply
 * keeps none.
 */
export function createLocalCopy<Value>(
  key: string,
  lifetimeMs: number,
  getStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () => localStorage,
) {
  return {
    read(): Value | undefined {
      try {
        const stored: { at: number; value: Value } | null = JSON.parse(getStorage().getItem(key) ?? 'null')
        return stored && Date.now() - stored.at < lifetimeMs ? stored.value : undefined
      } catch {
        return undefined
      }
    },
    write(value: Value): void {
      try {
        getStorage().setItem(key, JSON.stringify({ at: Date.now(), value }))
      } catch {
        // Full or refused: the copy is a convenience.
      }
    },
    clear(): void {
      try {
        getStorage().removeItem(key)
      } catch {
        // Refused: there is nothing to clear then.
      }
    },
  }
}
