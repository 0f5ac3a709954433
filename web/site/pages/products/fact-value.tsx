import { ExternalLink } from 'lucide-react'
import type { Fact } from '#contracts/facts/fact.ts'
import { FACT_GRADE_LABELS, STALE_REASON_LABELS } from '#contracts/facts/vocabulary.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { formatDay } from '../../../shared/formats.ts'
import { getSourceNumber } from './printed-sources.tsx'

type FactValueProps = {
  fact: Fact
  /** The number of the fact's source in the printed list. */
  sourceNumber?: number | undefined
}

/** The value of a fact with its grade, date and source, and whether it is stale or disputed. */
export function FactValue({ fact, sourceNumber }: FactValueProps) {
  const { value, grade, readAt, sourceUrl, note, staleReason, isDisputed } = fact
  const source = toSafeLink(sourceUrl)
  return (
    <>
      <span className="whitespace-pre-line">{describeFactValue(fact, value)}</span>
      {note && <span className="block text-sm text-muted print:text-xs">{note}</span>}
      <span className="block text-xs text-muted">
        {FACT_GRADE_LABELS[grade]}
        {readAt && (
          <span>
            ，
            <time dateTime={readAt} className="whitespace-nowrap">
              {formatDay(readAt)}
            </time>
          </span>
        )}
        {source && (
          <span>
            ，
            <a
              href={source}
              target="_blank"
              rel="noopener noreferrer"
              className="text-indigo whitespace-nowrap underline"
            >
              出处
              <ExternalLink className="ml-0.5 inline size-3 print:hidden" aria-label="（在新标签页打开）" />
            </a>
            {sourceNumber && <span className="hidden print:inline">[{sourceNumber}]</span>}
          </span>
        )}
        {staleReason && <FactBadge>{STALE_REASON_LABELS[staleReason]}</FactBadge>}
        {isDisputed && <FactBadge>来源说法不一</FactBadge>}
      </span>
    </>
  )
}

const FactBadge = ({ children }: { children: string }) => (
  <span className="ml-2 inline-block rounded border border-tone bg-tone px-1 text-tone tone-orange">{children}</span>
)

/** A fact in a cell of the comparison, or 未知 if it is unknown. */
export const FactCell = ({ fact, sources }: { fact: Fact | null; sources?: ReadonlyMap<string, number> }) =>
  fact ? (
    <FactValue fact={fact} sourceNumber={getSourceNumber(sources, fact)} />
  ) : (
    <span className="text-muted">未知</span>
  )
