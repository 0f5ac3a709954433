import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import { createPercentFormat } from '#contracts/rules/evaluation/format-figures.ts'
import { ACCEPTABILITY } from '#contracts/rules/evaluation/robustness.ts'
import { CandidateMark, numberCandidates } from '../../../components/candidate-mark.tsx'
import { type Segment, stackRanks } from './robustness-data.ts'
import { WorkbenchChart } from './workbench-chart.tsx'

/** The minimum length of a segment, in percent, that has room for its label. */
const MIN_LABELLED_LENGTH = 7
const OPACITIES = [0.26, 0.2, 0.14, 0.09, 0.05] as const

type RobustnessRanksProps = {
  analysis: Analysis
  probabilities: Readonly<Record<string, number[]>>
  names: ReadonlyMap<string, string>
}

/** Rank acceptability: how often each candidate reaches each rank, one bar per candidate. */
export function RobustnessRanks({ analysis, probabilities, names }: RobustnessRanksProps) {
  const numbers = numberCandidates(names.keys())
  const candidates = analysis.candidates.flatMap(({ key }) => {
    const candidateProbabilities = probabilities[key]
    return candidateProbabilities ? [{ key, name: names.get(key) ?? key, probabilities: candidateProbabilities }] : []
  })
  const formatProbability = createPercentFormat(candidates.flatMap((candidate) => candidate.probabilities))
  const formatFirst = createPercentFormat(
    candidates.map((candidate) => candidate.probabilities[0]),
    Object.values(ACCEPTABILITY),
  )
  return (
    <WorkbenchChart
      title="名次有多稳"
      lead="权重与评分稍有变动时，各候选取得各名次的概率，并列时平分。最深的一段是第1名。"
      columns={['候选', ...candidates.map((_, index) => `第${index + 1}名`)]}
      rows={candidates.map(({ key, name, probabilities: candidateProbabilities }) => ({
        key,
        cells: [name, ...candidateProbabilities.map(formatProbability)],
      }))}
    >
      <ul className="space-y-3 print:space-y-1">
        {candidates.map(({ key, name, probabilities: candidateProbabilities }) => (
          <li key={key}>
            <p className="flex justify-between gap-4 text-sm print:text-xs">
              <span>
                <CandidateMark index={numbers.get(key)} />
                <bdi>{name}</bdi>
              </span>
              <span className="whitespace-nowrap tabular-nums">
                第1名 {formatFirst(candidateProbabilities[0] ?? 0)}
              </span>
            </p>
            <svg className="mt-1 h-7 w-full rounded bg-sunken print:mt-0" aria-hidden="true" focusable="false">
              {stackRanks(candidateProbabilities).map((segment) => (
                <RankSegment key={segment.rank} segment={segment} />
              ))}
            </svg>
          </li>
        ))}
      </ul>
    </WorkbenchChart>
  )
}

function RankSegment({ segment: { rank, from, length } }: { segment: Segment }) {
  const isFirst = rank === 1
  return (
    <svg x={`${from}%`} width={`${length}%`} aria-hidden="true">
      <rect
        width="100%"
        height="28"
        className="fill-indigo stroke-surface"
        strokeWidth="2"
        fillOpacity={isFirst ? 1 : OPACITIES[Math.min(rank - 2, OPACITIES.length - 1)]}
      />
      {length >= MIN_LABELLED_LENGTH && (
        <text x="50%" y="19" fontSize="13" textAnchor="middle" className={isFirst ? 'fill-on-indigo' : 'fill-ink'}>
          {rank}
        </text>
      )}
    </svg>
  )
}
