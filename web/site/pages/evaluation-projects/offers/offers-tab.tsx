import { useState } from 'react'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { formatYuan } from '#contracts/rules/evaluation/describe-prices.ts'
import { listPriceCriteria } from '#contracts/rules/evaluation/project-prices.ts'
import { calculateThreeYearCost } from '#contracts/rules/evaluation/three-year-cost.ts'
import { Button } from '../../../components/buttons.tsx'
import { EmptyNotice } from '../../../components/page-states.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { PriceTable } from './price-table.tsx'

/** What the candidates cost, and how that is scored. Shown for projects with a price criterion. */
export function OffersTab({ project }: { project: LoadedProject }) {
  const { setup, offers, status } = project.data
  const [edited, setEdited] = useState<ProjectCandidate>()
  const isLocked = status === 'review' || status === 'final'
  if (setup.candidates.length === 0) return <EmptyNotice message="先在设定中添加候选，再填写报价。" />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <section aria-label="报价" className="card p-5">
        <h2 className="text-xl">报价</h2>
        <p className="mt-2 text-sm text-muted">
          {isLocked
            ? `${PROJECT_MESSAGES.offersLocked}。`
            : '价格分由报价计算，评委不打分；未报价的不参加排名。评委与只读链接在进入复议前看不到报价。'}
        </p>
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {setup.candidates.map((candidate) => {
            const offer = offers.find((item) => item.candidate === candidate.key)
            const cost = offer && calculateThreeYearCost(offer.lines)
            return (
              <li key={candidate.key} className="flex min-h-14 items-center justify-between gap-3 py-2">
                <span className="min-w-0">
                  <bdi className="font-medium break-words">{candidate.name}</bdi>
                  <span className="block text-sm text-muted tabular-nums">
                    <span className="block">{offer ? formatYuan(offer.price) : '未报价'}</span>
                    {cost !== null && cost !== undefined && <span className="block">三年总成本{formatYuan(cost)}</span>}
                  </span>
                </span>
                {!isLocked && (
                  <Button
                    variant="outline"
                    aria-label={`${offer ? '修改' : '填写'}${candidate.name}的报价`}
                    onClick={() => setEdited(candidate)}
                  >
                    {offer ? '修改' : '填写'}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      </section>
      <div className="grid min-w-0 gap-6">
        {listPriceCriteria(setup).map((criterion) => (
          <section key={criterion.key} aria-label={`“${criterion.title}”的得分`} className="card min-w-0 p-5">
            <h2 className="mb-2 text-xl">“{criterion.title}”的得分</h2>
            <PriceTable setup={setup} offers={offers} criterion={criterion} />
          </section>
        ))}
      </div>
      {edited && (
        <OfferDialog key={edited.key} project={project} candidate={edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}
