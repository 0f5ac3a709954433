import { DAY_MS } from '#contracts/durations.ts'
import { createStoredValue } from '../stored-value.ts'

/**
 * Creates the draft of a request, which survives a reload until it is sent. It is stored for this tab only, since its
 * fields are personal data; consent is not stored, but asked for again.
 */
export function createRequestDraft<Name extends string>(key: string, names: readonly Name[]) {
  const storage = createStoredValue<unknown>(key, DAY_MS, () => sessionStorage)
  /** Picks the texts that aren't blank. Stored data may be anything. */
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
