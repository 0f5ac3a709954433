import type { Fact } from '#contracts/facts/fact.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'

/** Numbers the sources of facts, by URL, in the order of their first use. */
export function numberSources(facts: readonly (Pick<Fact, 'sourceUrl'> | null)[]): ReadonlyMap<string, number> {
  const urls = new Set(facts.flatMap((fact) => toSafeLink(fact?.sourceUrl) ?? []))
  return new Map([...urls].map((url, index) => [url, index + 1]))
}

/** Returns the number of a fact's source; `undefined` if it has none. */
export const getSourceNumber = (
  sources: ReadonlyMap<string, number> | undefined,
  { sourceUrl }: Pick<Fact, 'sourceUrl'>,
): number | undefined => sources?.get(toSafeLink(sourceUrl) ?? '')

/** The numbered URLs of the sources; visible in print only, as links can't be followed on paper. */
export const PrintedSources = ({ sources }: { sources: ReadonlyMap<string, number> }) =>
  sources.size > 0 && (
    <section className="mt-6 hidden text-xs print:block">
      <h2 className="text-sm">出处</h2>
      <ol className="mt-1 list-[decimal] pl-8">
        {[...sources.keys()].map((url) => (
          <li key={url} className="break-all">
            {url}
          </li>
        ))}
      </ol>
    </section>
  )
