import type { ProjectOffer } from '#contracts/evaluation-projects/offer.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import {
  describePriceRemarks,
  describePriceRule,
  describeUnpriced,
  formatYuan,
  PRICE_BASIS_LABELS,
} from '#contracts/rules/evaluation/describe-prices.ts'
import { createColumnFormat, formatPercent } from '#contracts/rules/evaluation/format-figures.ts'
import { type PriceCriterion, scoreOffers } from '#contracts/rules/evaluation/project-prices.ts'
import { CandidateTable, Remark } from '../candidate-table.tsx'

type PriceTableProps = {
  setup: Pick<ProjectSetup, 'candidates' | 'groups'>
  offers: readonly ProjectOffer[]
  criterion: PriceCriterion
}

/** The offers of all candidates, with how a price criterion scores them. */
export function PriceTable({ setup, offers, criterion }: PriceTableProps) {
  const prices = scoreOffers({ setup, offers }).find((scored) => scored.criterion === criterion.key)?.prices ?? []
  const remarks = describePriceRemarks({ setup, offers }, criterion)
  const formatScore = createColumnFormat(prices.map(({ score }) => score))
  return (
    <CandidateTable
      setup={setup}
      rule={describePriceRule(criterion)}
      notice={
        prices.length === 0 && <p className="mb-3 border-l-3 border-cinnabar pl-3">{describeUnpriced(criterion)}</p>
      }
      caption="各候选的价格与得分"
      titles={[PRICE_BASIS_LABELS[criterion.price.basis], '评审价', '得分']}
      toCells={(key) => {
        const price = prices.find(({ candidate }) => candidate === key)
        const offer = offers.find(({ candidate }) => candidate === key)
        return {
          cells: price
            ? [formatYuan(price.price), formatYuan(price.evaluated), formatScore(price.score)]
            : ['—', '—', '—'],
          remark: <OfferRemarks offer={offer} alarms={remarks.get(key) ?? ''} />,
        }
      }}
    />
  )
}

const OfferRemarks = ({ offer, alarms }: { offer: ProjectOffer | undefined; alarms: string }) => (
  <>
    {offer?.deduction && (
      <Remark text={`${offer.deduction.reason}，评审时扣除${formatPercent(offer.deduction.rate)}`} />
    )}
    <Remark text={offer?.note ?? ''} />
    {alarms !== '' && <span className="block text-xs font-normal text-cinnabar">{alarms}</span>}
  </>
)
