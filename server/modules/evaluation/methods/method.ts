/** The method that an evaluation document defines, and the differences between two methods. */
import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import type { Method, MethodCriterion, MethodGroup } from '#contracts/evaluation/method.ts'
import { DEFAULT_GRADES } from '#contracts/rules/evaluation/evidence-grades.ts'

/**
 * Returns the method of a document: groups and criteria with percentages above zero, in the document's order. If there
 * are none, the method has no groups, and can't be used for scoring.
 */
export function getMethod({ evaluationStandards, evaluationTool }: EvaluationContent): Method {
  const groups = evaluationStandards.groups
    .map((group) => ({
      key: group.key,
      title: group.title,
      weight: group.percentage,
      criteria: group.criteria.filter((criterion) => criterion.percentage > 0).map(toCriterion),
    }))
    .filter((group) => group.weight > 0 && group.criteria.length > 0)
  const keysByTitle = new Map(groups.flatMap((group) => group.criteria.map(({ title, key }) => [title, key])))
  const { grades, profiles } = evaluationStandards
  return {
    groups,
    grades: (grades.length > 0 ? grades : DEFAULT_GRADES).map(({ key, title, cap, description }) => ({
      key,
      title,
      cap,
      description,
    })),
    thresholds: evaluationTool.thresholds,
    toolWeights: evaluationTool.weights,
    profiles: profiles.map(({ key, title, description, weights }) => ({
      key,
      title,
      description,
      weights: weights.flatMap(({ criterion, percentage }) => {
        const criterionKey = keysByTitle.get(criterion)
        return criterionKey === undefined ? [] : [{ criterion: criterionKey, weight: percentage }]
      }),
    })),
  }
}

type DocumentCriterion = EvaluationContent['evaluationStandards']['groups'][number]['criteria'][number]

const toCriterion = (criterion: DocumentCriterion): MethodCriterion => ({
  key: criterion.key,
  title: criterion.title,
  description: criterion.description,
  evidence: criterion.items,
  weight: criterion.percentage,
  isRequired: criterion.isRequired,
  minimum: criterion.isRequired ? criterion.minimum : null,
})

/** Returns whether anything can be scored by a method. */
export const isUsableMethod = (method: Method): boolean => method.groups.length > 0

/** Returns the differences from the previous method, one sentence each; parts are matched by key. */
export function describeMethodChanges(before: Method, after: Method): string[] {
  return [
    ...describeParts('分组', before.groups, after.groups, describeGroup),
    ...describeParts('证据等级', before.grades, after.grades, (old, now) => [
      ...describeChange(`证据等级“${now.title}”的封顶分`, old.cap, now.cap),
      ...describeRewrite(`证据等级“${now.title}”`, old.description, now.description),
    ]),
    ...describeParts('场景权重', before.profiles, after.profiles, (old, now) =>
      JSON.stringify(old.weights) === JSON.stringify(now.weights) ? [] : [`修改场景权重“${now.title}”`],
    ),
    ...describeChange('评估工具中技术得分的权重', before.toolWeights.tech, after.toolWeights.tech),
    ...describeChange('评估工具中商业得分的权重', before.toolWeights.business, after.toolWeights.business),
    ...describeChange('评估工具中市场得分的权重', before.toolWeights.market, after.toolWeights.market),
    ...describeChange('“强烈推荐”的分数线', before.thresholds.strong, after.thresholds.strong),
    ...describeChange('“推荐”的分数线', before.thresholds.recommend, after.thresholds.recommend),
    ...describeChange('“谨慎推荐”的分数线', before.thresholds.cautious, after.thresholds.cautious),
  ]
}

type KeyedPart = { key: string; title: string }

/** Describes added, removed, renamed, changed and reordered parts. */
function describeParts<Part extends KeyedPart>(
  noun: string,
  before: readonly Part[],
  after: readonly Part[],
  describe: (old: Part, now: Part) => string[],
): string[] {
  const old = new Map(before.map((part) => [part.key, part]))
  const keys = new Set(after.map((part) => part.key))
  const oldOrder = before.filter((part) => keys.has(part.key)).map((part) => part.key)
  const order = after.filter((part) => old.has(part.key)).map((part) => part.key)
  return [
    ...before.filter((part) => !keys.has(part.key)).map((part) => `删除${noun}“${part.title}”`),
    ...after.flatMap((part) => {
      const previous = old.get(part.key)
      if (!previous) return [`新增${noun}“${part.title}”`]
      const renamed = previous.title === part.title ? [] : [`${noun}“${previous.title}”改名为“${part.title}”`]
      return [...renamed, ...describe(previous, part)]
    }),
    ...(oldOrder.join('\n') === order.join('\n') ? [] : [`调整${noun}的顺序`]),
  ]
}

const describeGroup = (old: MethodGroup, now: MethodGroup): string[] => [
  ...describeChange(`分组“${now.title}”的占比`, old.weight, now.weight),
  ...describeParts('准则', old.criteria, now.criteria, describeCriterion),
]

const describeCriterion = (old: MethodCriterion, now: MethodCriterion): string[] => [
  ...describeChange(`准则“${now.title}”的占比`, old.weight, now.weight),
  ...describeChange(`准则“${now.title}”的一票否决线`, old.minimum ?? '无', now.minimum ?? '无'),
  ...describeRewrite(`准则“${now.title}”`, old.description, now.description),
  ...describeRewrite(`准则“${now.title}”所认可证据`, old.evidence.join('\n'), now.evidence.join('\n')),
]

const describeChange = (name: string, old: number | string, now: number | string) =>
  old === now ? [] : [`${name}由${old}改为${now}`]
const describeRewrite = (name: string, old: string, now: string) => (old === now ? [] : [`改写${name}的说明`])
