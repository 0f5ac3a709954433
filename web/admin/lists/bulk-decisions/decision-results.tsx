import { BULK_OUTCOME_LABELS, BULK_OUTCOMES, type BulkDecisionResult } from '#contracts/bulk-decisions.ts'

type DecisionResultsProps = { results: BulkDecisionResult; getUrl: (id: string) => string }

/** What became of each item of a bulk decision; those that are left to do come first. */
export const DecisionResults = ({ results, getUrl }: DecisionResultsProps) => (
  <div className="max-h-[50dvh] overflow-y-auto">
    {BULK_OUTCOMES.toSorted((a, b) => Number(a === 'decided') - Number(b === 'decided')).map((outcome) => {
      const items = results.filter((result) => result.outcome === outcome)
      if (items.length === 0) return null
      const label = `${BULK_OUTCOME_LABELS[outcome]}（${items.length}条）`
      return (
        <section key={outcome} className="pb-3">
          <h3 className="text-base">{label}</h3>
          <ul aria-label={label} className="list-disc pl-5">
            {items.map(({ id, name, reason }) => (
              <li key={id} className="wrap-anywhere">
                {name === '' ? (
                  <span>{reason}</span>
                ) : (
                  <>
                    <a href={getUrl(id)} target="_blank" rel="noopener noreferrer" className="underline">
                      {name}
                    </a>
                    {reason !== '' && <span>：{reason}</span>}
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </div>
)
