/** The price criteria of a project: nobody judges them, their scores follow from the offers. */

import type { OfferLine, ProjectOffer } from '../../evaluation-projects/offer.ts'
import type { ProjectCriterion, ProjectSetup } from '../../evaluation-projects/project.ts'
import { type ScoredOffer, scorePrices } from './price-scores.ts'

const YEARS = 3

export type PriceCriterion = ProjectCriterion & { price: NonNullable<ProjectCriterion['price']> }

export const isPriceCriterion = (criterion: ProjectCriterion): criterion is PriceCriterion =>
  criterion.price !== undefined

/** Lists the criteria that are counted from offers. */
export const listPriceCriteria = ({ groups }: Pick<ProjectSetup, 'groups'>): PriceCriterion[] =>
  groups.flatMap(({ criteria }) => criteria.filter(isPriceCriterion))

/** Returns the groups with the criteria that judges score; groups without any are left out. */
export const listJudgedGroups = ({ groups }: Pick<ProjectSetup, 'groups'>): ProjectSetup['groups'] =>
  groups
    .map((group) => ({ ...group, criteria: group.criteria.filter((criterion) => !isPriceCriterion(criterion)) }))
    .filter(({ criteria }) => criteria.length > 0)

/**
 * Returns what an offer costs over three years, in yuan: unit price × quantity of each line, three times if it is paid
 * every year. `null` without lines.
 */
export const calculateThreeYearCost = (lines: readonly OfferLine[]): number | null =>
  lines.length === 0
    ? null
    : roundToFen(
        lines.reduce(
          (sum, { unitPrice, quantity, isYearly }) => sum + unitPrice * quantity * (isYearly ? YEARS : 1),
          0,
        ),
      )

/** Amounts of money are compared with limits: the error of a binary fraction must not decide. */
const roundToFen = (amount: number): number => Math.round(amount * 100) / 100

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
