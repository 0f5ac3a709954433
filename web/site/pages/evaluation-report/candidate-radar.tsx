import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { RadarFrame, toPoints } from '../../components/radar.tsx'

/** More outlines couldn't be distinguished. */
const MAX_CANDIDATES = 5
/** A radar chart needs three axes; more than ten have no room for their labels. */
const AXES = { min: 3, max: 10 } as const

/** Stroke styles that differ without colour, too. */
const OUTLINES = [
  { className: 'stroke-indigo', dashes: '', width: 2.5 },
  { className: 'stroke-cinnabar', dashes: '7 4', width: 2.25 },
  { className: 'stroke-ink', dashes: '2 3', width: 2 },
  { className: 'stroke-muted', dashes: '10 3 2 3', width: 2 },
  { className: 'stroke-indigo', dashes: '4 2', width: 1.5 },
] as const

export type RadarCandidate = { key: string; name: string; values: readonly number[] }

/** Returns the candidates with a score in every group, by rank. */
export function listRadarCandidates(
  { candidates, groups }: Pick<ProjectSetup, 'candidates' | 'groups'>,
  analysis: Analysis,
): RadarCandidate[] {
  if (groups.length < AXES.min || groups.length > AXES.max) return []
  const complete = analysis.candidates.flatMap((result) => {
    const values = groups.flatMap(({ key }) => result.groups[key] ?? [])
    const name = candidates.find(({ key }) => key === result.key)?.name ?? result.key
    return values.length === groups.length ? [{ key: result.key, name, values, rank: result.rank }] : []
  })
  // Of candidates that share a rank, all are shown or none.
  const firstHidden = complete[MAX_CANDIDATES]
  return complete
    .slice(0, MAX_CANDIDATES)
    .filter(({ rank }) => rank !== firstHidden?.rank)
    .map(({ key, name, values }) => ({ key, name, values }))
}

type CandidateRadarProps = {
  groups: readonly { title: string }[]
  candidates: readonly RadarCandidate[]
}

/** The candidates' group scores, one outline per candidate; the figures are in a table next to it. */
export function CandidateRadar({ groups, candidates }: CandidateRadarProps) {
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
        {candidates.map(({ key, values }, index) => (
          <polygon
            key={key}
            points={toPoints(values)}
            fill="none"
            strokeLinejoin="round"
            strokeWidth={OUTLINES[index]?.width}
            strokeDasharray={OUTLINES[index]?.dashes}
            className={OUTLINES[index]?.className}
          />
        ))}
      </RadarFrame>
      <ul className="mt-2 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm print:text-xs">
        {candidates.map(({ key, name }, index) => (
          <li key={key} className="inline-flex min-w-0 items-center gap-2">
            <svg viewBox="0 0 30 6" className="h-1.5 w-7.5 shrink-0" aria-hidden="true">
              <line
                x1="0"
                x2="30"
                y1="3"
                y2="3"
                strokeWidth={OUTLINES[index]?.width}
                strokeDasharray={OUTLINES[index]?.dashes}
                className={OUTLINES[index]?.className}
              />
            </svg>
            <bdi className="break-words">{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
