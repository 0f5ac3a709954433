import { DAY_MS } from '#contracts/durations.ts'
import { createStoredValue } from '../stored-value.ts'

/**
 * Creates accessors of a request's draft, which survives a reload. It is stored for this tab only, as the fields are
 * personal data. Consent isn't stored, so that the visitor gives it again.
 */
export function createRequestDraft<Name extends string>(key: string, names: readonly Name[]) {
  const storage = createStoredValue<unknown>(key, DAY_MS, () => sessionStorage)
  /** Picks the named texts that aren't blank; `values` may be anything if it comes from storage. */
  const pickTexts = (values: Readonly<Record<string, unknown>>): Partial<Record<Name, string>> => {
    const texts: Partial<Record<Name, string>> = {}
    for (const name of names) {
      const value = values[name]
      if (typeof value === 'string' && value.trim() !== '') texts[name] = value
    }
    return texts
  }
  return {
    read: () => pickTexts(Object(storage.read())),
    write(values: Readonly<Record<string, unknown>>): void {
      const texts = pickTexts(values)
      if (Object.keys(texts).length > 0) storage.write(texts)
      else storage.clear()
    },
    clear: () => storage.clear(),
  }
}
