/**
 * Creates accessors of a value in local storage (by default) or session storage, which expires after `lifetimeMs`. If
 * the browser denies access to storage, or it is full, nothing is stored, and the functions return false.
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
    write: (value: Value): boolean =>
      isSuccessful(() => getStorage().setItem(key, JSON.stringify({ at: Date.now(), value }))),
    clear: (): boolean => isSuccessful(() => getStorage().removeItem(key)),
  }
}

function isSuccessful(access: () => void): boolean {
  try {
    access()
    return true
  } catch {
    return false
  }
}
