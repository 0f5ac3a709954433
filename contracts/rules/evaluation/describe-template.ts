/** Says on which template a project is based, and what its owner has changed. */
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { MethodTemplate } from '../../evaluation-projects/templates/template.ts'
import { EQUALITY_TOLERANCE } from '../score.ts'
import { AGGREGATE_LABELS } from './aggregate-labels.ts'
import { formatNumber, formatPercent } from './format-figures.ts'
import { listPriceCriteria } from './project-prices.ts'
import { listCriterionShares } from './scoring.ts'

export const TEMPLATE_DISCLAIMER = '依据公开文件整理，不代表认证。'

/** Returns the sentence that names a template and its source. */
export const describeTemplateSource = ({ title, source }: Pick<MethodTemplate, 'title' | 'source'>): string =>
  `方法模板：${title}，依据${source.name}${source.articles}（${source.effectiveOn}起施行）。${TEMPLATE_DISCLAIMER}`

/** Returns whether all shares can be calculated, which they can't while weights are being typed. */
const hasShares = ({ groups }: Pick<ProjectSetup, 'groups'>): boolean =>
  hasWeight(groups) && groups.every(({ weight, criteria }) => weight === 0 || hasWeight(criteria))
const hasWeight = (parts: readonly { weight: number }[]): boolean => parts.some(({ weight }) => weight > 0)

/** Returns what a setup changed of its template: weights, prices and how scores are aggregated. */
export function describeTemplateChanges(template: MethodTemplate, setup: ProjectSetup): string[] {
  if (!hasShares(setup)) return []
  const shares = new Map(listCriterionShares(setup.groups).map(({ key, share }) => [key, share]))
  const changes = listCriterionShares(template.setup.groups).flatMap(({ key, title, share }) => {
    const current = shares.get(key)
    if (current === undefined) return [`去掉了“${title}”`]
    return formatPercent(current) === formatPercent(share)
      ? []
      : [`“${title}”由${formatPercent(share)}改为${formatPercent(current)}`]
  })
  const templatePrices = new Set(listPriceCriteria(template.setup).map(({ key }) => key))
  const prices = new Set(listPriceCriteria(setup).map(({ key }) => key))
  const criteria = setup.groups.flatMap((group) => group.criteria)
  const priceChanges = criteria.flatMap(({ key, title }) => {
    if (templatePrices.has(key) === prices.has(key)) return []
    return [prices.has(key) ? `“${title}”改为由报价计算` : `“${title}”改为由评委打分`]
  })
  const aggregate =
    setup.aggregate === template.setup.aggregate ? [] : [`评委分数改取${AGGREGATE_LABELS[setup.aggregate]}`]
  return [...changes, ...priceChanges, ...aggregate]
}

/** Returns how a setup contradicts the rules of its template; the platform says so, and enforces nothing. */
export function describeTemplateConflicts({ priceShareMin }: MethodTemplate, setup: ProjectSetup): string[] {
  if (priceShareMin === null || !hasShares(setup)) return []
  const prices = new Set(listPriceCriteria(setup).map(({ key }) => key))
  const share = listCriterionShares(setup.groups)
    .filter(({ key }) => prices.has(key))
    .reduce((sum, criterion) => sum + criterion.share, 0)
  return share >= priceShareMin - EQUALITY_TOLERANCE
    ? []
    : [`价格占${formatPercent(share, [priceShareMin])}，低于所依据文件的${formatNumber(priceShareMin * 100)}%`]
}
