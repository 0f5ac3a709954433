import type { PriceRule } from '../../evaluation-analysis/price-rule.ts'
import type { ProjectSetup } from '../project.ts'
import type { TemplateId } from './template-ids.ts'

/** A public document that a template follows; `on` is the day since which it is in force, or on which it was published. */
export type TemplateSource = { name: string; articles: string; on: string; event: '起施行' | '发布' | '实施' }

/** The setup that public rules suggest for a purpose, as a start that owners change. */
export type MethodTemplate = {
  id: TemplateId
  title: string
  /** For whom it is. */
  description: string
  /** None if it follows no public document. */
  sources: readonly TemplateSource[]
  /** What the sources demand that the platform can't check, and what of them couldn't be found. */
  demands: readonly string[]
  /** What the source demands of the price: the least part of the total, and the formula. */
  price: { shareMin: number; formula: PriceRule['formula'] } | null
  setup: Pick<ProjectSetup, 'groups' | 'grades' | 'aggregate' | 'signing'>
}
