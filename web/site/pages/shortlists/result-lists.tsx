import type { ReactNode } from 'react'
import type { MeetingProduct, ShortlistResult } from '#contracts/shortlists/shortlist.ts'
import { MATCH_STATUS_LABELS } from '#contracts/shortlists/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { RequirementLine, ResultCard, UnmetRequirements } from './result-card.tsx'

type ResultListsProps = {
  result: ShortlistResult
  catalogue: Catalogue
  /** Renders the actions for a product. */
  renderActions?: (product: MeetingProduct['product']) => ReactNode
}

/** The products that meet, may meet and fail the requirements; failing ones are collapsed. */
export function ResultLists({ result, catalogue, renderActions }: ResultListsProps) {
  const { meets, may, fails, counts } = result
  const getProps = (matched: MeetingProduct) => ({
    matched,
    catalogue,
    actions: renderActions?.(matched.product),
  })
  return (
    <div className="space-y-8">
      <ResultList
        title={`${MATCH_STATUS_LABELS.meets}全部必须要求`}
        count={counts.meets}
        empty="还没有产品确定满足全部必须要求。"
      >
        {meets.map((matched) => (
          <ResultCard key={matched.product.id} {...getProps(matched)} />
        ))}
      </ResultList>
      <ResultList
        title={MATCH_STATUS_LABELS.may}
        lead="没有发现不满足的必须要求，但部分资料未知；未知不等于“无”。"
        count={counts.may}
        empty="没有待确认的产品。"
      >
        {may.map((matched) => (
          <ResultCard key={matched.product.id} {...getProps(matched)}>
            <RequirementLine label="待确认" requirements={matched.unknown} />
          </ResultCard>
        ))}
      </ResultList>
      {counts.fails > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer text-lg font-semibold">
            {MATCH_STATUS_LABELS.fails}（{counts.fails}）
          </summary>
          <ul className="mt-3 grid gap-4 md:grid-cols-2">
            {fails.map((matched) => (
              <ResultCard key={matched.product.id} {...getProps(matched)}>
                <UnmetRequirements because={matched.because} />
              </ResultCard>
            ))}
          </ul>
          <Omitted listed={fails.length} count={counts.fails} />
        </details>
      )}
    </div>
  )
}

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
      <ul className="mt-3 grid gap-4 md:grid-cols-2">{children}</ul>
    )}
    <Omitted listed={children.length} count={count} />
  </section>
)

const Omitted = ({ listed, count }: { listed: number; count: number }) =>
  count > listed && <p className="mt-3 text-sm text-muted">只列出前{listed}个，请增加要求以缩小范围。</p>
