import { DAY_MS } from '#contracts/durations.ts'
import { createStoredValue } from '../stored-value.ts'

/**
 * Creates this tab's storage of a request that hasn't been sent, so that it survives a reload. It ends with the tab,
 * since its fields are personal data; consent is not stored, but asked again.
 */
export function createRequestDraft<Name extends string>(key: string, names: readonly Name[]) {
  const copy = createStoredValue<unknown>(key, DAY_MS, () => sessionStorage)
  /** Picks the texts that aren't blank. What is stored may be anything. */
  const pickTexts = (values: Readonly<Record<string, unknown>>): Partial<Record<Name, string>> => {
    const texts: Partial<Record<Name, string>> = {}
    for (const name of names) {
      const value = values[name]
      if (typeof value === 'string' && value.trim() !== '') texts[name] = value
    }
    return texts
  }
  return {
    read: () => pickTexts(Object(copy.read())),
    write(values: Readonly<Record<string, unknown>>): void {
      const texts = pickTexts(values)
      if (Object.keys(texts).length > 0) copy.write(texts)
      else copy.clear()
    },
    clear: () => copy.clear(),
  }
}
