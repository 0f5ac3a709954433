/** What several templates consist of. */
import { ALARM_LIMITS } from '../../rules/evaluation/price-scores.ts'
import type { CountedRule } from '../counted.ts'
import type { ProjectCriterion, ProjectSetup } from '../project.ts'

/** A criterion that judges score. */
export const judged = (
  key: string,
  title: string,
  weight: number,
  description: string,
  evidence: string[] = [],
): ProjectCriterion => ({ key, title, description, evidence, weight, isRequired: false, minimum: null })

/** The criterion that is counted from offers: the lowest price has full marks. */
export const lowestPrice = (weight: number): ProjectCriterion => ({
  ...judged('price', '报价', weight, '由报价按公式计算，评委不打分。'),
  price: { basis: 'offer', rule: { formula: 'lowest', alarms: ALARM_LIMITS } },
})

/** A criterion that is counted from trials or a pilot; with a minimum, whoever is below it is vetoed. */
export const counted = (
  key: string,
  title: string,
  weight: number,
  description: string,
  { minimum, rule }: { minimum: number | null; rule: CountedRule },
): ProjectCriterion => ({
  ...judged(key, title, weight, description),
  isRequired: minimum !== null,
  minimum,
  counted: rule,
})

/** A project whose criteria are counted needs a grade all the same, for criteria that its owner adds. */
export const OWN_GRADES: ProjectSetup['grades'] = [
  { key: 'verified', title: '自行核实', cap: 100, description: '自己测过、看过或查证过。' },
]

/** Tenders are scored by what was handed in; no score is capped. */
export const TENDER_GRADES: ProjectSetup['grades'] = [
  { key: 'document', title: '投标（响应）文件', cap: 100, description: '写在递交的文件中，或作为附件。' },
  { key: 'verified', title: '自行核实', cap: 100, description: '评审时试用、演示或查证过。' },
]
