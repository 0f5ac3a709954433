import type { ReactNode } from 'react'
import type { MatchingProduct, ShortlistResult } from '#contracts/shortlists/shortlist.ts'
import { MATCH_STATUS_LABELS } from '#contracts/shortlists/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ClaimedOnlyNotice, ResultCard, UnknownLine, UnmetRequirements } from './result-card.tsx'

/** The results shown at first; the rest is collapsed, since a hundred cards would hide what follows them. */
const SHOWN_RESULTS = 12

type ResultListsProps = {
  result: ShortlistResult
  catalogue: Catalogue
  /** Renders the actions for a product. */
  renderActions?: (product: MatchingProduct['product']) => ReactNode
}

/** The matching, uncertain and failing products; the failing ones are collapsed. */
export function ResultLists({ result, catalogue, renderActions }: ResultListsProps) {
  const { matching, uncertain, failing, counts } = result
  const getProps = (match: MatchingProduct) => ({
    match,
    catalogue,
    actions: renderActions?.(match.product),
  })
  return (
    <div className="space-y-8">
      <ResultList
        title={`${MATCH_STATUS_LABELS.matching}全部必须要求`}
        lead="每条要求后注明所据资料的等级。"
        count={counts.matching}
        empty="还没有产品确定满足全部必须要求。"
      >
        {matching.map((match) => (
          <ResultCard key={match.product.id} {...getProps(match)}>
            <ClaimedOnlyNotice met={match.met} />
          </ResultCard>
        ))}
      </ResultList>
      <ResultList
        title={MATCH_STATUS_LABELS.uncertain}
        lead="没有发现不满足的必须要求，但部分资料未知，或等级不够；未知不等于“无”。"
        count={counts.uncertain}
        empty="没有待确认的产品。"
      >
        {uncertain.map((match) => (
          <ResultCard key={match.product.id} {...getProps(match)}>
            <UnknownLine label="待确认" requirements={match.unknown} />
          </ResultCard>
        ))}
      </ResultList>
      {counts.failing > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer text-lg font-semibold">
            {MATCH_STATUS_LABELS.failing}（{counts.failing}）
          </summary>
          <ul className={GRID_CLASS}>
            {failing.map((match) => (
              <ResultCard key={match.product.id} {...getProps(match)}>
                <UnmetRequirements unmet={match.unmet} />
              </ResultCard>
            ))}
          </ul>
          <OmittedNotice listed={failing.length} count={counts.failing} />
        </details>
      )}
    </div>
  )
}

const GRID_CLASS = 'mt-3 grid gap-4 md:grid-cols-2'

type ResultListProps = { title: string; lead?: string; count: number; empty: string; children: readonly ReactNode[] }

const ResultList = ({ title, lead, count, empty, children }: ResultListProps) => (
  <section>
    <h2 className="text-xl">
      {title}（{count}）
    </h2>
    {lead && count > 0 && <p className="mt-1 text-sm text-muted">{lead}</p>}
    {count === 0 ? (
      <p className="mt-2 text-muted">{empty}</p>
    ) : (
      <ul className={GRID_CLASS}>{children.slice(0, SHOWN_RESULTS)}</ul>
    )}
    {children.length > SHOWN_RESULTS && (
      <details className="prints-open mt-3">
        <summary data-print="none" className="min-h-11 cursor-pointer content-center font-medium text-indigo">
          再列出{children.length - SHOWN_RESULTS}个
        </summary>
        <ul className={GRID_CLASS}>{children.slice(SHOWN_RESULTS)}</ul>
        <OmittedNotice listed={children.length} count={count} />
      </details>
    )}
  </section>
)

const OmittedNotice = ({ listed, count }: { listed: number; count: number }) =>
  count > listed && <p className="mt-3 text-sm text-muted">只列出前{listed}个，请增加要求以缩小范围。</p>
