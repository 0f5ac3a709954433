/** Creates a value kept in local storage for a while; a browser that refuses storage simply keeps none. */
export function createLocalCopy<Value>(key: string, lifetimeMs: number) {
  return {
    read(): Value | undefined {
      try {
        const stored: { at: number; value: Value } | null = JSON.parse(localStorage.getItem(key) ?? 'null')
        return stored && Date.now() - stored.at < lifetimeMs ? stored.value : undefined
      } catch {
        return undefined
      }
    },
    write(value: Value): void {
      try {
        localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }))
      } catch {
        // Full or refused: the copy is a convenience.
      }
    },
    clear(): void {
      try {
        localStorage.removeItem(key)
      } catch {
        // Refused: there is nothing to clear then.
      }
    },
  }
}
