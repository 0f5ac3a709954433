import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { CandidateDot, CandidateMark, getCandidateLine } from '../../components/candidate-mark.tsx'
import { listPoints, RadarFrame, toPoints } from '../../components/radar.tsx'

/** More outlines couldn't be distinguished. */
const MAX_CANDIDATES = 5
/** A radar chart needs three axes; more than ten have no room for their labels. */
const AXES = { min: 3, max: 10 } as const

/** A candidate with its group scores; `index` is its position in the project. */
export type RadarCandidate = { key: string; index: number; name: string; values: readonly number[] }

/** Returns the candidates with a score in every group, by rank. */
export function listRadarCandidates(
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
