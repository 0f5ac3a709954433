import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'

type Group = EvaluationContent['evaluationStandards']['groups'][number]

/** Shows the groups' weights as segments of a bar, with their names and shares below. */
export function GroupWeightsBar({ groups }: { groups: readonly Group[] }) {
  const total = groups.reduce((sum, { percentage }) => sum + percentage, 0)
  if (total === 0) return null
  const parts = groups.map((group, index) => ({
    group,
    from: (groups.slice(0, index).reduce((sum, { percentage }) => sum + percentage, 0) * 100) / total,
    share: (group.percentage * 100) / total,
  }))
  return (
    <svg className="h-14 w-full" aria-hidden="true" focusable="false">
      {withKeys(parts, ({ group }) => group.title).map(({ key, item: { group, from, share } }) => (
        // Nested SVGs, which clip names that are longer than their segment.
        <svg key={key} x={`${from}%`} width={`${share}%`} className={getToneClass(group.color)} aria-hidden="true">
          <rect width="100%" height="14" className="fill-tone stroke-paper" strokeWidth="2" />
          <text x="2" y="40" fontSize="15" className="fill-ink">
            {group.title}
            <tspan dx="6" fontWeight="600" className="fill-tone">
              {group.percentage}%
            </tspan>
          </text>
        </svg>
      ))}
    </svg>
  )
}
