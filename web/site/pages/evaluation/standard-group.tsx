import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'

type Group = EvaluationContent['evaluationStandards']['groups'][number]
type Criterion = Group['criteria'][number]

/** The rows of a group's criteria, with the group's name and weight next to them, or above them on narrow screens. */
export function StandardGroup({ group, maxPercentage }: { group: Group; maxPercentage: number }) {
  return (
    <tbody
      className={`mt-8 block lg:mt-0 lg:table-row-group lg:border-t lg:border-control ${getToneClass(group.color)}`}
    >
      {withKeys(group.criteria, ({ title }) => title).map(({ key, item: criterion }, index) => (
        <tr
          key={key}
          className="block border-line max-lg:mt-3 lg:table-row lg:border-t lg:align-top lg:first:border-t-0"
        >
          {index === 0 && <GroupCell group={group} />}
          <CriterionCells criterion={criterion} maxPercentage={maxPercentage} />
        </tr>
      ))}
    </tbody>
  )
}

function GroupCell({ group: { title, percentage, description, criteria } }: { group: Group }) {
  return (
    <th
      scope="rowgroup"
      rowSpan={criteria.length}
      className="block pb-3 text-left align-top font-normal lg:table-cell lg:py-5 lg:pr-6"
    >
      <span className="flex items-baseline justify-between gap-3 border-b-2 border-tone pb-1 lg:block lg:border-b-0 lg:pb-0">
        <span className="text-xl font-semibold">{title}</span>
        <span className="text-3xl leading-tight font-semibold text-tone tabular-nums lg:mt-1 lg:block">
          {percentage}
          <span className="text-base">%</span>
        </span>
      </span>
      {description && <span className="mt-2 block text-sm text-muted">{description}</span>}
    </th>
  )
}

type CriterionCellsProps = { criterion: Criterion; maxPercentage: number }

function CriterionCells({ criterion, maxPercentage }: CriterionCellsProps) {
  const { title, percentage, description, items } = criterion
  return (
    <>
      <td className="block px-4 pt-4 max-lg:rounded-t-card max-lg:border max-lg:border-b-0 max-lg:border-line max-lg:bg-surface lg:table-cell lg:py-4 lg:pr-8 lg:pl-0">
        <h3 className="text-base">{title}</h3>
        {description && <p className="mt-1 text-sm text-muted">{description}</p>}
      </td>
      <td className="block px-4 pt-2 max-lg:border-x max-lg:border-line max-lg:bg-surface lg:table-cell lg:py-4 lg:pr-8 lg:pl-0">
        <span className="flex items-center gap-3 lg:block">
          <span className="font-semibold text-tone tabular-nums lg:text-lg">{percentage}%</span>
          <WeightBar share={percentage / maxPercentage} />
        </span>
      </td>
      <td className="block px-4 pt-2 pb-4 max-lg:rounded-b-card max-lg:border max-lg:border-t-0 max-lg:border-line max-lg:bg-surface lg:table-cell lg:px-0 lg:py-4">
        <ul className="text-sm">
          {withKeys(items, String).map(({ key, item }) => (
            <li key={key} className="flex gap-2.5 py-0.5">
              <span className="mt-[0.7em] h-px w-2.5 shrink-0 bg-control" aria-hidden />
              {item}
            </li>
          ))}
        </ul>
      </td>
    </>
  )
}

/** A bar relative to the largest share, so that lengths are comparable within the column. */
const WeightBar = ({ share }: { share: number }) => (
  <svg className="h-1.5 w-full max-w-28" aria-hidden="true" focusable="false">
    <rect width="100%" height="6" className="fill-line" />
    <rect width={`${Math.round(share * 1000) / 10}%`} height="6" className="fill-tone" />
  </svg>
)
