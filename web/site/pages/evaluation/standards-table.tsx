import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Section } from '../../components/section.tsx'
import { StandardGroup } from './standard-group.tsx'

type Group = EvaluationContent['evaluationStandards']['groups'][number]

/** Shows the groups' weights as segments of a bar, with their names and shares below. */
function GroupWeightsBar({ groups }: { groups: readonly Group[] }) {
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

/** The method: every criterion, its weight, and the evidence that counts. Cards on narrow screens. */
export function StandardsTable({ standards }: { standards: EvaluationContent['evaluationStandards'] }) {
  const { title, description, groups } = standards
  if (groups.length === 0) return null
  const maxPercentage = Math.max(...groups.flatMap(({ criteria }) => criteria.map(({ percentage }) => percentage)), 1)
  const total = groups.reduce((sum, { percentage }) => sum + percentage, 0)
  const count = groups.reduce((sum, { criteria }) => sum + criteria.length, 0)
  return (
    <Section id="standards" title={title || '评估准则与证据'} lead={description}>
      <GroupWeightsBar groups={groups} />
      <table className="mt-6 block w-full lg:table lg:border-b lg:border-ink lg:text-[0.9375rem] lg:leading-relaxed">
        <caption className="sr-only">{title || '评估准则与证据'}</caption>
        <thead className="sr-only lg:not-sr-only lg:table-header-group">
          <tr className="border-y border-ink text-left text-sm text-muted">
            <th scope="col" className="w-44 py-2.5 pr-6 font-normal">
              组
            </th>
            <th scope="col" className="w-[34%] py-2.5 pr-8 font-normal">
              准则，以及看什么
            </th>
            <th scope="col" className="w-32 py-2.5 pr-8 font-normal">
              占总分
            </th>
            <th scope="col" className="py-2.5 font-normal">
              认可的证据
            </th>
          </tr>
        </thead>
        {withKeys(groups, ({ title }) => title).map(({ key, item }) => (
          <StandardGroup key={key} group={item} maxPercentage={maxPercentage} />
        ))}
        <tfoot className="block lg:table-footer-group">
          <tr className="flex items-baseline justify-between border-t border-ink py-3 max-lg:mt-4 lg:table-row">
            <th scope="row" colSpan={2} className="text-left lg:py-3">
              合计
              <span className="ml-3 text-sm font-normal text-muted">
                {groups.length}组，{count}条准则
              </span>
            </th>
            <td className="font-semibold tabular-nums lg:py-3" colSpan={2}>
              {total}%
            </td>
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}
