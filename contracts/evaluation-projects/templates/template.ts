import type { PriceRule } from '../../evaluation-analysis/price-rule.ts'
import type { ProjectSetup } from '../project.ts'
import type { TemplateId } from './template-ids.ts'

/** The setup that a procurement's public rules suggest, as a start that owners change. */
export type MethodTemplate = {
  id: TemplateId
  title: string
  /** For whom it is. */
  description: string
  source: { name: string; articles: string; effectiveOn: string }
  /** What the source demands that the platform can't check. */
  demands: readonly string[]
  /** What the source demands of the price: the least part of the total, and the formula. */
  price: { shareMin: number; formula: PriceRule['formula'] } | null
  setup: Pick<ProjectSetup, 'groups' | 'grades' | 'aggregate'>
}
