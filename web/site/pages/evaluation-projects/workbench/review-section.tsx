import { listRevisions, type RevisedScore } from '#contracts/rules/evaluation/list-revisions.ts'
import type { ReportSentences } from '#contracts/rules/evaluation/report-sentences.ts'
import { sortScores } from '#contracts/rules/evaluation/sort-scores.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import type { WorkbenchNames } from './use-cell-dialog.tsx'
import type { WorkbenchProject } from './workbench-cell.tsx'
import { SentenceList } from './workbench-sections.tsx'

type ReviewSectionProps = WorkbenchNames & { project: WorkbenchProject; sentences: ReportSentences }

/** What the review changed, and every revised score: the first one, then each revision with its reason. */
export function ReviewSection({ project, sentences, names, titles }: ReviewSectionProps) {
  const judgeNames = new Map(project.judges.map(({ id, name }) => [id, name]))
  const revised = listRevisions(sortScores(project))
  return (
    <>
      <SentenceList sentences={sentences.review} />
      <ul className="divide-y divide-line border-y border-line text-sm print:columns-2 print:gap-6 print:text-xs">
        {revised.map(({ judge, candidate, criterion, first, revisions }) => (
          <li key={`${judge} ${candidate} ${criterion}`} className="break-inside-avoid py-3 print:py-1.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>
                <bdi className="font-medium">{names.get(candidate) ?? candidate}</bdi>：
                {titles.get(criterion) ?? criterion}
                <bdi className="ml-3 text-muted">{judgeNames.get(judge) ?? '已移除的评委'}</bdi>
              </span>
              <span className="font-semibold whitespace-nowrap tabular-nums">
                {describeScores({ first, revisions })}
              </span>
            </p>
            <ol className="mt-1">
              {withKeys(revisions, ({ at, score }) => `${at} ${score}`).map(({ key, item: { score, reason, at } }) => (
                <li key={key} className="break-words">
                  <time className="mr-3 whitespace-nowrap text-muted tabular-nums" dateTime={at}>
                    {formatMinute(at)}
                  </time>
                  <span>{`改为${score === null ? '不评' : `${score}分`}：${reason}`}</span>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </>
  )
}

const describeScores = ({ first, revisions }: Pick<RevisedScore, 'first' | 'revisions'>): string =>
  [first?.score ?? null, ...revisions.map(({ score }) => score)].map((score) => score ?? '未评').join(' → ')
