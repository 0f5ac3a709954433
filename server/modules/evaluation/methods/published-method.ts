/** The evaluation document as it is published: its texts, with what defines a published method. */
import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import type { Method } from '#contracts/evaluation/method.ts'

type Standards = EvaluationContent['evaluationStandards']
type DocumentGroup = Standards['groups'][number]
type DocumentCriterion = DocumentGroup['criteria'][number]

/**
 * Returns an evaluation document whose standards, and the weights and thresholds of whose tool, are those of a published
 * method. What no method contains stays as it was saved: texts of groups, and groups and criteria without weight, which are
 * not used for scoring.
 */
export function withPublishedMethod(document: EvaluationContent, method: Method): EvaluationContent {
  const { evaluationStandards: standards, evaluationTool: tool } = document
  const groups = new Map(standards.groups.map((group) => [group.key, group]))
  const methodKeys = new Set(method.groups.map(({ key }) => key))
  const weightless = standards.groups.filter(({ key, percentage }) => percentage === 0 && !methodKeys.has(key))
  const published = method.groups.map((group) => toPublishedGroup(group, groups.get(group.key)))
  return {
    ...document,
    evaluationStandards: {
      ...standards,
      groups: [...published, ...weightless],
      grades: method.grades,
      profiles: listPublishedProfiles(method),
    },
    evaluationTool: { ...tool, weights: method.toolWeights, thresholds: method.thresholds },
  }
}

function toPublishedGroup(group: Method['groups'][number], saved: DocumentGroup | undefined): DocumentGroup {
  const savedCriteria = new Map(saved?.criteria.map((criterion) => [criterion.key, criterion]))
  const criterionKeys = new Set(group.criteria.map(({ key }) => key))
  const criteria = group.criteria.map((criterion): DocumentCriterion => {
    const { key, title, description, weight, evidence, isRequired } = criterion
    const minimum = criterion.minimum ?? savedCriteria.get(key)?.minimum ?? 0
    return { key, title, description, percentage: weight, items: evidence, isRequired, minimum }
  })
  const weightless = saved?.criteria.filter(({ key, percentage }) => percentage === 0 && !criterionKeys.has(key)) ?? []
  return {
    ...saved,
    key: group.key,
    title: group.title,
    description: saved?.description ?? '',
    percentage: group.weight,
    color: saved?.color ?? 'blue',
    criteria: [...criteria, ...weightless],
  }
}

function listPublishedProfiles({ groups, profiles }: Method): Standards['profiles'] {
  const titles = new Map(groups.flatMap(({ criteria }) => criteria.map(({ key, title }) => [key, title])))
  return profiles.map(({ weights, ...profile }) => ({
    ...profile,
    weights: weights.flatMap(({ criterion, weight }) => {
      const title = titles.get(criterion)
      return title === undefined ? [] : [{ criterion: title, percentage: weight }]
    }),
  }))
}
