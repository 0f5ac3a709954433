/** The price criteria of a project: nobody judges them, their scores follow from the offers. */

import type { ProjectOffer } from '../../evaluation-projects/offer.ts'
import type { ProjectCriterion, ProjectSetup } from '../../evaluation-projects/project.ts'
import { type ScoredOffer, scorePrices } from './price-scores.ts'
import { calculateThreeYearCost } from './three-year-cost.ts'

export type PriceCriterion = ProjectCriterion & { price: NonNullable<ProjectCriterion['price']> }

export const isPriceCriterion = (criterion: ProjectCriterion): criterion is PriceCriterion =>
  criterion.price !== undefined

/** Lists the criteria that are counted from offers. */
export const listPriceCriteria = ({ groups }: Pick<ProjectSetup, 'groups'>): PriceCriterion[] =>
  groups.flatMap(({ criteria }) => criteria.filter(isPriceCriterion))

/** An offer as a price criterion scores it. `price` is the scored amount before its deduction. */
export type ScoredPrice = Omit<ScoredOffer, 'key'> & { candidate: string; price: number }

export type PricedProject = { setup: Pick<ProjectSetup, 'groups' | 'candidates'>; offers: readonly ProjectOffer[] }

/**
 * Returns the scored offers by price criterion, in the order of the candidates. Candidates without an offer, or without
 * lines where the cost over three years is scored, are missing.
 */
export const scoreOffers = ({ setup, offers }: PricedProject): { criterion: string; prices: ScoredPrice[] }[] =>
  listPriceCriteria(setup).map(({ key, weight, price: { basis, rule } }) => {
    const priced = setup.candidates.flatMap((candidate) => {
      const offer = offers.find((item) => item.candidate === candidate.key)
      const amount = offer && (basis === 'offer' ? offer.price : calculateThreeYearCost(offer.lines))
      // Offers of nothing are refused when they are saved; earlier ones can't be the lowest of all.
      return offer && amount ? [{ key: candidate.key, price: amount, deduction: offer.deduction?.rate }] : []
    })
    const scored = scorePrices({ ...rule, weight, offers: priced })
    return {
      criterion: key,
      prices: scored.map(({ key: candidate, ...score }, index) => ({
        candidate,
        price: priced[index]?.price ?? score.evaluated,
        ...score,
      })),
    }
  })

/** Returns the scores of the price criteria by candidate. Those without a price, who stand outside the order, have none. */
export const listPriceScores = (project: PricedProject): { candidate: string; criterion: string; score: number }[] =>
  scoreOffers(project).flatMap(({ criterion, prices }) =>
    prices.map(({ candidate, score }) => ({ candidate, criterion, score })),
  )

/** Lists the price criteria that can't be counted yet, because no candidate has a price. */
export function listUnpricedCriteria(project: PricedProject): PriceCriterion[] {
  const priced = new Set(
    scoreOffers(project).flatMap(({ criterion, prices }) => (prices.length > 0 ? [criterion] : [])),
  )
  return listPriceCriteria(project.setup).filter(({ key }) => !priced.has(key))
}

/** Why a candidate stands outside the order by a price criterion. Amounts are in yuan. */
export type PriceExclusion = { candidate: string; criterion: PriceCriterion } & (
  | { reason: 'aboveCeiling'; price: number; ceiling: number }
  /** `noCost`: the offer doesn't say what it consists of, but the cost over three years is scored. */
  | { reason: 'noOffer' | 'noCost' }
)

/**
 * Lists the candidates that stand outside the order, in their order, each with the first criterion that excludes it: once
 * anybody has offered a price, whoever hasn't can't be ranked, neither as if it cost nothing nor as if it were the dearest.
 */
export function listPriceExclusions(project: PricedProject): PriceExclusion[] {
  const exclusions = listPriceCriteria(project.setup).flatMap((criterion) => listExcludedBy(criterion, project))
  return project.setup.candidates.flatMap(({ key }) => exclusions.find(({ candidate }) => candidate === key) ?? [])
}

/** Lists the candidates that a price criterion excludes from the order; none while nobody has a price. */
export function listExcludedBy(criterion: PriceCriterion, { setup, offers }: PricedProject): PriceExclusion[] {
  const prices = scoreOffers({ setup, offers }).find(({ criterion: key }) => key === criterion.key)?.prices ?? []
  const { basis, rule } = criterion.price
  if (prices.length === 0) return []
  return setup.candidates.flatMap(({ key: candidate }): PriceExclusion[] => {
    const scored = prices.find((price) => price.candidate === candidate)
    if (!scored) {
      const hasOffer = offers.some((offer) => offer.candidate === candidate)
      return [{ candidate, criterion, reason: hasOffer && basis === 'threeYears' ? 'noCost' : 'noOffer' }]
    }
    if (scored.isValid || rule.ceiling === undefined) return []
    return [{ candidate, criterion, reason: 'aboveCeiling', price: scored.price, ceiling: rule.ceiling }]
  })
}
