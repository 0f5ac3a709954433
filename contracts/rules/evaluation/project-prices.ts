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

type PricedProject = { setup: Pick<ProjectSetup, 'groups' | 'candidates'>; offers: readonly ProjectOffer[] }

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

/**
 * Returns the scores of the price criteria by candidate. Once anybody has offered a price, whoever hasn't has 0: it must
 * not count as if the price were as good as everything else.
 */
export const listPriceScores = (project: PricedProject): { candidate: string; criterion: string; score: number }[] =>
  scoreOffers(project).flatMap(({ criterion, prices }) =>
    prices.length === 0
      ? []
      : project.setup.candidates.map(({ key }) => ({
          candidate: key,
          criterion,
          score: prices.find(({ candidate }) => candidate === key)?.score ?? 0,
        })),
  )

/** A candidate that is out because its offer is above the ceiling of a price criterion. Amounts are in yuan. */
export type InvalidOffer = { candidate: string; criterion: PriceCriterion; price: number; ceiling: number }

/** Lists the candidates whose offers are invalid, in their order, each with the first ceiling that it exceeds. */
export function listInvalidOffers(project: PricedProject): InvalidOffer[] {
  const criteria = listPriceCriteria(project.setup)
  const invalid = scoreOffers(project).flatMap(({ criterion: key, prices }) =>
    prices.flatMap(({ candidate, price, isValid }) => {
      const criterion = criteria.find((item) => item.key === key)
      const ceiling = criterion?.price.rule.ceiling
      return isValid || !criterion || ceiling === undefined ? [] : [{ candidate, criterion, price, ceiling }]
    }),
  )
  return project.setup.candidates.flatMap(({ key }) => invalid.find(({ candidate }) => candidate === key) ?? [])
}
