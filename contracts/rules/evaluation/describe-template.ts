/** Says on which template a project is based, and what its owner has changed. */
import type { ProjectCriterion, ProjectSetup } from '../../evaluation-projects/project.ts'
import type { MethodTemplate } from '../../evaluation-projects/templates/template.ts'
import { EQUALITY_TOLERANCE } from '../score.ts'
import { AGGREGATE_LABELS } from './aggregate-labels.ts'
import { toCanonicalJson } from './canonical-json.ts'
import { describeCountedRule } from './describe-counted.ts'
import { describePriceRule, PRICE_FORMULA_LABELS } from './describe-prices.ts'
import { formatNumber, formatPercent } from './format-figures.ts'
import { isPriceCriterion, listPriceCriteria } from './project-prices.ts'
import { listCriterionShares } from './scoring.ts'

const TEMPLATE_DISCLAIMER = '依据公开文件整理，不代表认证。'

/** Returns the sentence that names a template and its source. */
export function describeTemplateSource({ title, sources }: Pick<MethodTemplate, 'title' | 'sources'>): string {
  if (sources.length === 0) return `方法模板：${title}，由平台整理，没有对应的公开文件，不代表认证。`
  const names = sources.map(({ name, articles, on, event }) => `${name}${articles}（${on}${event}）`)
  return `方法模板：${title}，依据${names.join('、')}。${TEMPLATE_DISCLAIMER}`
}

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
  const original = template.setup.groups.flatMap((group) => group.criteria)
  const criterionChanges = setup.groups
    .flatMap((group) => group.criteria)
    .flatMap((criterion) =>
      describeCriterionChanges(
        criterion,
        original.find(({ key }) => key === criterion.key),
      ),
    )
  const grades = isEqual(setup.grades, template.setup.grades)
    ? []
    : [`证据等级改为${setup.grades.map(({ title, cap }) => `${title}最高计${formatNumber(cap)}分`).join('、')}`]
  const aggregate =
    setup.aggregate === template.setup.aggregate ? [] : [`评委分数改取${AGGREGATE_LABELS[setup.aggregate]}`]
  return [...changes, ...criterionChanges, ...grades, ...aggregate]
}

/** Returns how a criterion differs from that of the template, other than in its share. */
function describeCriterionChanges(criterion: ProjectCriterion, original: ProjectCriterion | undefined): string[] {
  const { title } = criterion
  if (!original) return [`增加了“${title}”`]
  const required =
    criterion.isRequired === original.isRequired && criterion.minimum === original.minimum
      ? []
      : [criterion.isRequired ? `“${title}”低于${criterion.minimum}分一票否决` : `“${title}”不再一票否决`]
  return [...required, ...describePriceChange(criterion, original), ...describeCountedChange(criterion, original)]
}

function describePriceChange(criterion: ProjectCriterion, original: ProjectCriterion): string[] {
  const { title } = criterion
  if (!isPriceCriterion(criterion)) return isPriceCriterion(original) ? [`“${title}”改为由评委打分`] : []
  if (!isPriceCriterion(original)) return [`“${title}”改为由报价计算`]
  if (isEqual(criterion.price, original.price)) return []
  return [`“${title}”改为${describePriceRule(criterion).replace(/。$/, '')}`]
}

function describeCountedChange(criterion: ProjectCriterion, original: ProjectCriterion): string[] {
  const { title, counted, isChecklist } = criterion
  if (counted && isEqual(counted, original.counted)) return []
  if (counted) return [`“${title}”改为${describeCountedRule(criterion).replace(/。$/, '')}`]
  if (original.counted) return [`“${title}”改为由评委打分`]
  return isChecklist === original.isChecklist ? [] : [`“${title}”改为${isChecklist ? '逐项核对' : '由评委打分'}`]
}

const isEqual = (a: unknown, b: unknown): boolean => toCanonicalJson(a) === toCanonicalJson(b)

/** Returns how a setup contradicts the rules of its template; the platform says so, and enforces nothing. */
export function describeTemplateConflicts({ price }: MethodTemplate, setup: ProjectSetup): string[] {
  if (price === null || !hasShares(setup)) return []
  const criteria = listPriceCriteria(setup)
  const prices = new Set(criteria.map(({ key }) => key))
  const share = listCriterionShares(setup.groups)
    .filter(({ key }) => prices.has(key))
    .reduce((sum, criterion) => sum + criterion.share, 0)
  const other = criteria.find((criterion) => criterion.price.rule.formula !== price.formula)
  return [
    ...(share >= price.shareMin - EQUALITY_TOLERANCE
      ? []
      : [`价格占${formatPercent(share, [price.shareMin])}，低于所依据文件的${formatNumber(price.shareMin * 100)}%`]),
    ...(other ? [`“${other.title}”的公式不是所依据文件的“${PRICE_FORMULA_LABELS[price.formula]}”`] : []),
  ]
}
