import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { countTotalDecimals, createColumnFormat, formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { CandidateDot, CandidateMark, getCandidateLine, numberCandidates } from '../../components/candidate-mark.tsx'
import { listPoints, RadarFrame, toPoints } from '../../components/radar.tsx'

/** More outlines couldn't be distinguished. */
const MAX_CANDIDATES = 5
/** A radar chart needs three axes; more than ten have no room for their labels. */
const AXES = { min: 3, max: 10 } as const

/** A candidate with its group scores; `index` is its position in the project. */
type RadarCandidate = { key: string; index: number; name: string; values: readonly number[] }

/** Returns the candidates with a score in every group, by rank. */
function listRadarCandidates(
  { candidates, groups }: Pick<ProjectSetup, 'candidates' | 'groups'>,
  analysis: Analysis,
): RadarCandidate[] {
  if (groups.length < AXES.min || groups.length > AXES.max) return []
  const complete = analysis.candidates.flatMap((result) => {
    const values = groups.flatMap(({ key }) => result.groups[key] ?? [])
    const index = candidates.findIndex(({ key }) => key === result.key)
    const name = candidates[index]?.name ?? result.key
    return values.length === groups.length ? [{ key: result.key, index, name, values, rank: result.rank }] : []
  })
  // Of candidates that share a rank, all are shown or none.
  const firstHidden = complete[MAX_CANDIDATES]
  return complete
    .slice(0, MAX_CANDIDATES)
    .filter(({ rank }) => rank !== firstHidden?.rank)
    .map(({ key, index, name, values }) => ({ key, index, name, values }))
}

type CandidateRadarProps = {
  groups: readonly { title: string }[]
  candidates: readonly RadarCandidate[]
}

/** The candidates' group scores, one outline per candidate; the figures are in a table next to it. */
function CandidateRadar({ groups, candidates }: CandidateRadarProps) {
  const description = candidates.map(
    ({ name, values }) =>
      `${name}${values.map((value, index) => `${groups[index]?.title ?? ''}${formatNumber(value)}`).join('、')}`,
  )
  return (
    <>
      <RadarFrame
        axes={groups.map(({ title }) => ({ label: title }))}
        label={`各候选的分组得分：${description.join('；')}`}
        className="mx-auto max-w-sm"
      >
        {candidates.map(({ key, index, values }) => (
          <g key={key}>
            <polygon
              points={toPoints(values)}
              fill="none"
              strokeLinejoin="round"
              strokeWidth="2.25"
              {...getCandidateLine(index)}
            />
            {listPoints(values).map((point) => (
              <CandidateDot key={`${point.x} ${point.y}`} point={point} index={index} size={4} />
            ))}
          </g>
        ))}
      </RadarFrame>
      <ul className="mt-2 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm print:text-xs">
        {candidates.map(({ key, index, name }) => (
          <li key={key} className="inline-flex min-w-0 items-center gap-2">
            <CandidateMark index={index} hasLine />
            <bdi className="break-words">{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A table of more groups is placed below the chart, so that it fits the page and has room for names. */
const MAX_GROUPS_BESIDE_CHART = 3

/** The candidates' group scores, as a radar chart if it is legible, and as a table. */
export function GroupScores({ data: { setup, analysis } }: { data: ReportData }) {
  const names = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  const numbers = numberCandidates(names.keys())
  const radarCandidates = listRadarCandidates(setup, analysis)
  const formatTotal = createColumnFormat(
    analysis.candidates.map(({ total }) => total),
    countTotalDecimals,
  )
  // One format for all groups, whose columns are compared with one another.
  const formatScore = createColumnFormat(analysis.candidates.flatMap(({ groups }) => Object.values(groups)))
  const isBesideChart = radarCandidates.length > 0 && setup.groups.length <= MAX_GROUPS_BESIDE_CHART
  return (
    <div
      className={`grid items-center gap-8 print:gap-5 ${isBesideChart ? 'md:grid-cols-[1fr_1.3fr] print:grid-cols-[1fr_1.5fr]' : ''}`}
    >
      {radarCandidates.length > 0 && (
        <figure className="min-w-0">
          <CandidateRadar groups={setup.groups} candidates={radarCandidates} />
          {radarCandidates.length < analysis.candidates.length && (
            <figcaption className="mt-2 text-sm text-muted">
              图中为各组都有评分、名次最前的{radarCandidates.length}个候选，其余见表。
            </figcaption>
          )}
        </figure>
      )}
      <div className="min-w-0 overflow-x-auto print:overflow-visible">
        <table className="w-full border-y border-ink text-xs tabular-nums sm:text-sm print:text-xs print:[&_tr>*]:py-1">
          <caption className="sr-only">各候选的分组得分与总分</caption>
          <thead>
            <tr className="text-muted">
              {['名次', '候选', ...setup.groups.map(({ title }) => title), '总分', '结论'].map((title) => (
                <th
                  key={title}
                  scope="col"
                  className="py-2 pr-1.5 text-right font-normal whitespace-nowrap print:min-w-[3.5em] print:whitespace-normal first:text-left last:pr-0 sm:pr-3 [&:nth-child(2)]:text-left"
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {analysis.candidates.map(({ key, rank, groups, total, recommendation }) => (
              <tr key={key} className="border-t border-line">
                <td className="py-2 pr-1.5 sm:pr-3">{rank ?? '—'}</td>
                <th scope="row" className="py-2 pr-1.5 text-left font-medium break-words sm:pr-3">
                  <CandidateMark index={numbers.get(key)} />
                  {names.get(key)}
                </th>
                {setup.groups.map((group) => (
                  <td key={group.key} className="py-2 pr-1.5 text-right whitespace-nowrap sm:pr-3">
                    {formatOptional(groups[group.key] ?? null, formatScore)}
                  </td>
                ))}
                <td className="py-2 pr-1.5 text-right font-semibold whitespace-nowrap sm:pr-3">
                  {formatOptional(total, formatTotal)}
                </td>
                <td className="py-2 text-right whitespace-nowrap">{recommendation ?? '证据不足'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const formatOptional = (score: number | null, format: (score: number) => string): string =>
  score === null ? '未评' : format(score)
