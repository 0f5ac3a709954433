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
import { CandidateMark, numberCandidates } from '../../../components/candidate-mark.tsx'

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
  const numbers = numberCandidates(setup.candidates.map(({ key }) => key))
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-muted print:max-w-none print:text-xs">
        {describePriceRule(criterion)}
      </p>
      {prices.length === 0 && <p className="mb-3 border-l-3 border-cinnabar pl-3">{describeUnpriced(criterion)}</p>}
      <div className="min-w-0 overflow-x-auto print:overflow-visible">
        <table className="w-full border-y border-ink text-xs tabular-nums sm:text-sm print:text-xs">
          <caption className="sr-only">各候选的价格与得分</caption>
          <thead>
            <tr className="text-muted">
              {['候选', PRICE_BASIS_LABELS[criterion.price.basis], '评审价', '得分'].map((title) => (
                <th
                  key={title}
                  scope="col"
                  className="py-2 pr-3 text-right font-normal whitespace-nowrap first:text-left last:pr-0"
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {setup.candidates.map(({ key, name }) => {
              const price = prices.find(({ candidate }) => candidate === key)
              const offer = offers.find(({ candidate }) => candidate === key)
              return (
                <tr key={key} className="border-t border-line align-baseline">
                  <th scope="row" className="py-2 pr-3 text-left font-medium break-words">
                    <CandidateMark index={numbers.get(key)} />
                    {name}
                    <OfferRemarks offer={offer} alarms={remarks.get(key) ?? ''} />
                  </th>
                  <td className="py-2 pr-3 text-right whitespace-nowrap">{price ? formatYuan(price.price) : '—'}</td>
                  <td className="py-2 pr-3 text-right whitespace-nowrap">
                    {price ? formatYuan(price.evaluated) : '—'}
                  </td>
                  <td className="py-2 text-right font-semibold whitespace-nowrap">
                    {price ? formatScore(price.score) : '—'}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

const OfferRemarks = ({ offer, alarms }: { offer: ProjectOffer | undefined; alarms: string }) => (
  <>
    {offer?.deduction && (
      <span className="block text-xs font-normal text-muted">
        {`${offer.deduction.reason}，评审时扣除${formatPercent(offer.deduction.rate)}`}
      </span>
    )}
    {offer?.note && <span className="block text-xs font-normal whitespace-pre-line text-muted">{offer.note}</span>}
    {alarms !== '' && <span className="block text-xs font-normal text-cinnabar">{alarms}</span>}
  </>
)
