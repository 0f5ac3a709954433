import type { PublishedCriterion, PublishedGroup } from '#contracts/published-evaluations/published-evaluation.ts'
import { formatNumber, formatPercent, formatPoints } from '#contracts/rules/evaluation/format-figures.ts'
import { Tag } from '../../../components/tag.tsx'

/** All criteria by group: weight, score with the judges' lowest and highest scores, and the grades of the evidence. */
export const EvaluationCriteria = ({ groups }: { groups: readonly PublishedGroup[] }) => (
  <div className="space-y-6 print:space-y-3">
    {groups.map(({ key, title, criteria }) => (
      <section key={key} className="break-inside-avoid">
        <h3 className="text-muted">{title}</h3>
        <ul className="mt-1 divide-y divide-line border-y border-line">
          {criteria.map((criterion) => (
            <Criterion key={criterion.key} criterion={criterion} />
          ))}
        </ul>
      </section>
    ))}
  </div>
)

function Criterion({ criterion }: { criterion: PublishedCriterion }) {
  const { title, share, score, grades, minimum, isVetoed } = criterion
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 print:py-1.5 md:grid-cols-[1.2fr_9rem_1.2fr] md:items-baseline print:grid-cols-[1.2fr_9rem_1.2fr]">
      <p>
        <span className="font-medium">{title}</span>
        <span className="ml-2 text-sm text-muted">占{formatPercent(share)}</span>
        {minimum !== null && (
          <span className={`ml-2 text-sm ${isVetoed ? 'font-semibold text-cinnabar' : 'text-muted'}`}>
            <span>{isVetoed ? '一票否决：低于最低分' : '必备，最低'}</span>
            {minimum}
          </span>
        )}
      </p>
      <p className="tabular-nums">
        {score === null ? (
          <span className="text-muted">未评</span>
        ) : (
          <ScoreWithRange criterion={criterion} score={score} />
        )}
      </p>
      {grades.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={`${title}的证据`}>
          {grades.map((grade) => (
            <li key={grade.title} className="leading-none">
              <Tag>
                {grade.title}
                <span>{grade.judges > 1 && ` ×${grade.judges}`}</span>
                <span className="ml-1 text-muted">最高{formatNumber(grade.cap)}</span>
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function ScoreWithRange({
  criterion: { lowest, highest, minimum },
  score,
}: {
  criterion: PublishedCriterion
  score: number
}) {
  return (
    <>
      <strong>{formatPoints(score, minimum === null ? [] : [minimum])}</strong>
      {lowest !== null && highest !== null && lowest !== highest && (
        <span className="ml-2 text-sm text-muted">
          各评委{formatNumber(lowest)}–{formatNumber(highest)}
        </span>
      )}
    </>
  )
}
