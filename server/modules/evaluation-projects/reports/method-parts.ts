/** The parts of a report about how it was evaluated: the basis with its source, the criteria and their weights. */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { findTemplate } from '#contracts/evaluation-projects/templates/templates.ts'
import { AGGREGATE_LABELS } from '#contracts/rules/evaluation/aggregate-labels.ts'
import { isCountedCriterion } from '#contracts/rules/evaluation/counted-criteria.ts'
import {
  describeTemplateChanges,
  describeTemplateConflicts,
  describeTemplateSource,
} from '#contracts/rules/evaluation/describe-template.ts'
import { describeWeightings } from '#contracts/rules/evaluation/describe-weightings.ts'
import { createPercentFormat, formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { isPriceCriterion } from '#contracts/rules/evaluation/project-prices.ts'
import { listCriterionShares } from '#contracts/rules/evaluation/scoring.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { createWordParagraph, createWordTable, type WordPart } from '#server/platform/tables/word-parts.ts'

type Setup = ReportData['setup']
type Criterion = Setup['groups'][number]['criteria'][number]

/** Returns the basis: the method or template with its source, what was changed of it, and when it was locked. */
export function createBasis({ setup, methodVersion, lockedAt, lockHash }: ReportData): WordPart[] {
  const template = describeTemplate(setup)
  return [
    ...(template.length > 0 ? template : [`依据平台的评估方法M${methodVersion}。`]),
    `候选、准则与权重于${formatMinuteInShanghai(new Date(lockedAt))}（北京时间）锁定，此后没有改动；锁定时的SHA-256：${lockHash}`,
  ].map((text) => createWordParagraph(text))
}

/** Returns how scores count, and the criteria with their weights. */
export function createMethod(data: ReportData): WordPart[] {
  const { setup } = data
  const { strong, recommend, cautious } = setup.thresholds
  const shares = new Map(listCriterionShares(setup.groups).map(({ key, share }) => [key, share]))
  const format = createPercentFormat([...shares.values()])
  return [
    createWordParagraph(`评委分数取${AGGREGATE_LABELS[setup.aggregate]}。权重由来：${describeWeightings(data)}。`),
    createWordParagraph(
      `证据等级封顶：${setup.grades.map(({ title, cap }) => `${title}${formatNumber(cap)}`).join('，')}；推荐档位：强烈推荐${strong}，推荐${recommend}，谨慎推荐${cautious}。`,
    ),
    createWordTable(
      ['分组', '准则', '占比', '计分办法', '最低分'],
      setup.groups.flatMap((group) =>
        group.criteria.map((criterion) => [
          group.title,
          criterion.title,
          format(shares.get(criterion.key) ?? 0),
          describeScoring(criterion),
          criterion.isRequired && criterion.minimum !== null ? `${criterion.minimum}，低于则一票否决` : '—',
        ]),
      ),
      { percents: [18, 32, 12, 18, 20] },
    ),
  ]
}

function describeScoring(criterion: Criterion): string {
  if (isPriceCriterion(criterion)) return '由报价计算'
  if (isCountedCriterion(criterion)) return '由数据计算'
  return criterion.isChecklist ? '评委逐项核对' : '评委打分'
}

/** Returns on which template a project is based, what was changed of it, and what contradicts its source. */
function describeTemplate(setup: ReportData['setup']): string[] {
  const template = findTemplate(setup.template)
  if (!template) return []
  const changes = describeTemplateChanges(template, setup)
  return [
    describeTemplateSource(template),
    changes.length === 0 ? '没有改动模板的准则与权重。' : `改动：${changes.join('；')}。`,
    ...describeTemplateConflicts(template, setup).map((conflict) => `${conflict}。`),
  ]
}
