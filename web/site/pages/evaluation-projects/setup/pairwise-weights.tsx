import type { Weighting } from '#contracts/evaluation-projects/project.ts'
import { CONSISTENCY_RATIO_MAX, calculatePairedWeights } from '#contracts/rules/evaluation/criterion-weights.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { listShares, type WeightedItem, withPair } from './setup-changes.ts'

/** Saaty's scale: the degrees by which an item can be more important than another. */
const DEGREES = [9, 8, 7, 6, 5, 4, 3, 2, 1] as const
const DEGREE_LABELS: Readonly<Record<number, string>> = {
  9: '极其重要',
  7: '重要得多',
  5: '明显重要',
  3: '稍微重要',
}

type PairwiseWeightsProps = {
  items: readonly WeightedItem[]
  weighting: Extract<Weighting, { kind: 'pairs' }>
  onChange: (matrix: number[][]) => void
}

/** Edits the comparisons of all pairs. Shows whether they are consistent, and the three least consistent items. */
export function PairwiseWeights({ items, weighting: { keys, matrix }, onChange }: PairwiseWeightsProps) {
  const orderedItems = keys.flatMap((key) => items.find((item) => item.key === key) ?? [])
  const pairs = orderedItems.flatMap((row, i) =>
    orderedItems.slice(i + 1).map((column, j) => ({ row, column, i, j: i + 1 + j })),
  )
  const shares = listShares(orderedItems)
  return (
    <div>
      <ul className="grid gap-2">
        {pairs.map(({ row, column, i, j }) => (
          <li key={`${row.key} ${column.key}`} className="grid items-center gap-x-3 sm:grid-cols-[1fr_16rem]">
            <span>
              {row.title} <span className="text-muted">与</span> {column.title}
            </span>
            <select
              aria-label={`${row.title}与${column.title}`}
              className={`${CONTROL_CLASS} pr-9`}
              value={toOptionValue(matrix[i]?.[j] ?? 1)}
              onChange={({ target }) => onChange(withPair(matrix, i, j, fromOptionValue(Number(target.value))))}
            >
              {DEGREES.filter((degree) => degree > 1).map((degree) => (
                <PairOption key={degree} value={degree} title={row.title} degree={degree} />
              ))}
              <option value={1}>同等重要</option>
              {DEGREES.toReversed()
                .filter((degree) => degree > 1)
                .map((degree) => (
                  <PairOption key={degree} value={-degree} title={column.title} degree={degree} />
                ))}
            </select>
          </li>
        ))}
      </ul>
      <ConsistencyNote matrix={matrix} items={orderedItems} />
      <p className="text-sm text-muted tabular-nums">
        得出的权重：{orderedItems.map(({ title }, index) => `${title} ${shares[index]}%`).join('，')}
      </p>
    </div>
  )
}

const PairOption = ({ value, title, degree }: { value: number; title: string; degree: number }) => (
  <option value={value}>
    {title}
    {`${DEGREE_LABELS[degree] ?? ''}（${degree}）`}
  </option>
)

/** Converts a ratio to an integer for the select: 3 stays 3, and a third becomes -3. */
const toOptionValue = (ratio: number): number => (ratio >= 1 ? Math.round(ratio) : -Math.round(1 / ratio))
const fromOptionValue = (choice: number): number => (choice > 0 ? choice : -1 / choice)

function ConsistencyNote({ matrix, items }: { matrix: number[][]; items: readonly WeightedItem[] }) {
  const { consistencyRatio, worst } = calculatePairedWeights(matrix)
  const isConsistent = consistencyRatio < CONSISTENCY_RATIO_MAX
  const names = worst?.map((index) => items[index]?.title ?? '').join('、')
  return (
    <p role="status" className={`mt-3 text-sm ${isConsistent ? 'text-muted' : 'text-danger'}`}>
      一致性比率 {consistencyRatio.toFixed(3)}
      <span>
        {isConsistent ? '，比较前后一致。' : `，高于0.1，前后不一致。最不一致的三项：${names}，请核对它们之间的比较。`}
      </span>
    </p>
  )
}
