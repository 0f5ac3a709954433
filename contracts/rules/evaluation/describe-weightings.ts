import type { ReportData } from '../../evaluation-projects/report.ts'

const WEIGHTING_LABELS = { numbers: '填数', order: '按重要程度排序', pairs: '两两比较（AHP）' } as const

type Weighted = Pick<ReportData, 'profile'> & { setup: Pick<ReportData['setup'], 'groups' | 'weightings'> }

/** Describes where the weights of a report are from: the use case that they began with, and the way of each level. */
export function describeWeightings({ profile, setup: { groups, weightings } }: Weighted): string {
  const getKind = (scope: string | null) =>
    WEIGHTING_LABELS[weightings.find((weighting) => weighting.scope === scope)?.kind ?? 'numbers']
  return [
    ...(profile ? [`以场景“${profile}”的权重为起点`] : []),
    `分组：${getKind(null)}`,
    ...groups.map(({ key, title }) => `${title}：${getKind(key)}`),
  ].join('；')
}
