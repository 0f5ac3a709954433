/** What several templates consist of. */
import { ALARM_LIMITS } from '../../rules/evaluation/price-scores.ts'
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

/** Tenders are scored by what was handed in; no score is capped. */
export const TENDER_GRADES: ProjectSetup['grades'] = [
  { key: 'document', title: '投标（响应）文件', cap: 100, description: '写在递交的文件中，或作为附件。' },
  { key: 'verified', title: '自行核实', cap: 100, description: '评审时试用、演示或查证过。' },
]
