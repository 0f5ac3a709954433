/**
 * Creates accessors of a value in local storage (by default) or session storage, which expires after `lifetimeMs`. If
 * the browser denies access to storage, nothing is stored.
 */
export function createStoredValue<Value>(
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
        // Storage is full or denied: the value isn't stored.
      }
    },
    clear(): void {
      try {
        getStorage().removeItem(key)
      } catch {
        // Storage is denied: nothing was stored.
      }
    },
  }
}
