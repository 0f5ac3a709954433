import { createStoredValue } from '../../stored-value.ts'

/**
 * Creates accessors of a value that is stored for the device and, if several tabs have the form open, for each tab: a
 * reload returns what was entered in the same tab.
 */
export function createFormValue<Value>(key: string, lifetimeMs: number) {
  const own = createStoredValue<Value>(key, lifetimeMs, () => sessionStorage)
  const shared = createStoredValue<Value>(key, lifetimeMs)
  return {
    read: (): Value | undefined => own.read() ?? shared.read(),
    write(value: Value): void {
      own.write(value)
      shared.write(value)
    },
    clear(): void {
      own.clear()
      shared.clear()
    },
  }
}
