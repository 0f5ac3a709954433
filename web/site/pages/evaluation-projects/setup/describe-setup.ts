/** Describes the fields of a setup, and differences between two versions. */
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { AGGREGATE_LABELS } from '#contracts/rules/evaluation/aggregate-labels.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import type { Difference } from '../../../../shared/versioned/three-way.ts'
import type { DifferenceDescription } from '../../../../shared/versioned/use-conflict-resolution.ts'
import { GROUPS_SCOPE, parseWeighting, type SetupForm } from './setup-form.ts'

const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: '项目名称',
  description: '说明',
  profile: '场景权重',
  aggregate: '多位评委的分数取',
  statement: '利益冲突声明',
  signing: '评委签署终表',
  candidates: '候选',
  grades: '证据等级',
  thresholds: '结论分数线',
  strong: '强烈推荐',
  recommend: '推荐',
  cautious: '谨慎推荐',
  weight: '权重',
  isRequired: '一票否决',
  minimum: '最低分',
  title: '名称',
  price: '由报价计算',
  basis: '评分依据',
  formula: '公式',
  ceiling: '最高限价',
  floor: '下限',
  above: '每高1%扣分',
  below: '每低1%扣分',
  atMost: '价格',
}
const WEIGHTING_LABELS = { numbers: '填数', order: '排序', pairs: '两两比较' } as const

/** Returns the label of a field path, such as “任务完成与准确性：权重” for `groups.0.criteria.2.weight`. */
export function getSetupFieldLabel(path: string, groups: ProjectSetup['groups']): string {
  if (path.startsWith('weightings.')) {
    const scope = path.slice('weightings.'.length)
    return `${groups.find(({ key }) => key === scope)?.title ?? '分组'}的权重由来`
  }
  const parts = path.split('.')
  const labels = parts.flatMap((part, index) => {
    if (parts[index - 1] === 'groups') return parts.includes('criteria') ? [] : (groups[Number(part)]?.title ?? [])
    if (parts[index - 1] === 'criteria') return groups[Number(parts[1])]?.criteria[Number(part)]?.title ?? []
    return (part === 'name' && index > 0 ? FIELD_LABELS.title : FIELD_LABELS[part]) ?? []
  })
  return labels.join('：')
}

/**
 * Describes how the user's setup differs from the saved one in a field; `undefined` for weights that are derived from a
 * ranking or from pairwise comparisons, which are listed as a difference of their own.
 */
export function describeSetupDifference(
  { path, kind, before, after }: Difference,
  mine: SetupForm,
): DifferenceDescription | undefined {
  if (isDerived(path, mine)) return undefined
  const label = getSetupFieldLabel(path, mine.groups)
  if (kind === 'moved') return { label: `${label}的位置`, mine: formatPosition(after), theirs: formatPosition(before) }
  const format = (value: unknown) => formatValue(value, path, mine)
  return { label, mine: format(after), theirs: format(before) }
}

function isDerived(path: string, { weightings, groups }: SetupForm): boolean {
  const [, group, criterion] = /^groups\.(\d+)(?:\.criteria\.(\d+))?\.weight$/.exec(path) ?? []
  if (group === undefined) return false
  const scope = criterion === undefined ? GROUPS_SCOPE : groups[Number(group)]?.key
  return scope !== undefined && Object.hasOwn(weightings, scope)
}

const formatPosition = (index: unknown): string => `第${Number(index) + 1}位`

function formatValue(value: unknown, path: string, { groups }: SetupForm): string {
  if (path.startsWith('weightings.'))
    return typeof value === 'string' ? describeWeighting(value, groups) : WEIGHTING_LABELS.numbers
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return formatNumber(value, 2)
  if (path === 'aggregate') return isAggregate(value) ? AGGREGATE_LABELS[value] : ''
  if (isObject(value)) return String(value.name ?? value.title ?? '')
  return typeof value === 'string' && value !== '' ? value : '（无）'
}

const isAggregate = (value: unknown): value is ProjectSetup['aggregate'] =>
  typeof value === 'string' && Object.hasOwn(AGGREGATE_LABELS, value)

function describeWeighting(text: string, groups: SetupForm['groups']): string {
  const weighting = parseWeighting(text)
  if (weighting.kind !== 'order') return WEIGHTING_LABELS[weighting.kind]
  const titles = new Map(
    [...groups, ...groups.flatMap((group) => group.criteria)].map(({ key, title }) => [key, title]),
  )
  return `${WEIGHTING_LABELS.order}：${weighting.order.map((key) => titles.get(key) ?? key).join(' › ')}`
}
