import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ProjectSetup, Weighting } from '#contracts/evaluation-projects/project.ts'
import { PAIRED_CRITERIA_MAX, WEIGHT } from '#contracts/rules/evaluation/criterion-weights.ts'
import { NumberInput } from '../number-input.tsx'
import { PairwiseWeights } from './pairwise-weights.tsx'
import {
  createWeighting,
  findWeighting,
  listShares,
  listWeightedItems,
  moveItem,
  type WeightedItem,
  withWeight,
  withWeighting,
} from './setup-changes.ts'

const WEIGHTING_KINDS = [
  { kind: 'numbers', label: '填数' },
  { kind: 'order', label: '排序' },
  { kind: 'pairs', label: '两两比较' },
] as const

type WeightLevelProps = {
  title: string
  /** The key of the group whose criteria are weighted; `null` for the groups themselves. */
  scope: string | null
  setup: ProjectSetup
  onChange: (setup: ProjectSetup) => void
}

/** The weights of a level, determined by numbers, a ranking or pairwise comparisons. */
export function WeightLevel({ title, scope, setup, onChange }: WeightLevelProps) {
  const name = useId()
  const items = listWeightedItems(setup, scope)
  const weighting = findWeighting(setup, scope)
  const changeWeighting = (newWeighting: Weighting) => onChange(withWeighting(setup, newWeighting))
  return (
    <fieldset>
      <legend className="text-sm font-medium">{title}</legend>
      <div className="flex flex-wrap gap-x-5">
        {WEIGHTING_KINDS.map(({ kind, label }) => (
          <label key={kind} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={weighting.kind === kind}
              disabled={kind === 'pairs' && items.length > PAIRED_CRITERIA_MAX}
              onChange={() => changeWeighting(createWeighting(kind, scope, items))}
            />
            {label}
          </label>
        ))}
      </div>
      {weighting.kind === 'numbers' && (
        <NumberWeights items={items} onChange={(item, weight) => onChange(withWeight(setup, scope, item, weight))} />
      )}
      {weighting.kind === 'order' && (
        <RankedWeights
          items={items}
          order={weighting.order}
          onChange={(order) => changeWeighting({ ...weighting, order })}
        />
      )}
      {weighting.kind === 'pairs' && (
        <PairwiseWeights
          items={items}
          weighting={weighting}
          onChange={(matrix) => changeWeighting({ ...weighting, matrix })}
        />
      )}
    </fieldset>
  )
}

type NumberWeightsProps = { items: readonly WeightedItem[]; onChange: (item: string, weight: number) => void }

function NumberWeights({ items, onChange }: NumberWeightsProps) {
  const shares = listShares(items)
  return (
    <ul className="grid gap-2">
      {items.map(({ key, title, weight }, index) => (
        <li key={key}>
          <div className="flex items-center justify-between gap-2 sm:gap-3">
            <span className="min-w-0 flex-1">{title}</span>
            <NumberInput
              aria-label={`${title}的权重`}
              className="w-20 shrink-0 text-right sm:w-24"
              max={WEIGHT.max}
              value={weight}
              onChange={(newWeighting) => onChange(key, newWeighting)}
            />
            <span className="w-12 text-right text-sm text-muted tabular-nums sm:w-14">{shares[index]}%</span>
          </div>
        </li>
      ))}
      {shares.every((share) => share === 0) && (
        <li role="alert" className="text-sm text-danger">
          权重不能全为零
        </li>
      )}
    </ul>
  )
}

type RankedWeightsProps = {
  items: readonly WeightedItem[]
  order: readonly string[]
  onChange: (order: string[]) => void
}

/** A ranking of the items, most important first; each rank has a fixed weight. */
function RankedWeights({ items, order, onChange }: RankedWeightsProps) {
  const orderedItems = order.flatMap((key) => items.find((item) => item.key === key) ?? [])
  const shares = listShares(orderedItems)
  return (
    <ol className="divide-y divide-line" aria-label="由重到轻">
      {orderedItems.map(({ key, title }, index) => (
        <li key={key} className="flex items-center gap-2">
          <span className="w-6 text-sm text-muted tabular-nums">{index + 1}</span>
          <span className="min-w-0 flex-1">{title}</span>
          <span className="w-14 text-right text-sm text-muted tabular-nums">{shares[index]}%</span>
          <MoveButton label={`上移：${title}`} isLast={index === 0} onMove={() => onChange(moveItem(order, index, -1))}>
            <ArrowUp className="size-4" aria-hidden />
          </MoveButton>
          <MoveButton
            label={`下移：${title}`}
            isLast={index === orderedItems.length - 1}
            onMove={() => onChange(moveItem(order, index, 1))}
          >
            <ArrowDown className="size-4" aria-hidden />
          </MoveButton>
        </li>
      ))}
    </ol>
  )
}

type MoveButtonProps = {
  label: string
  /** Whether the item can't be moved any further. */
  isLast: boolean
  onMove: () => void
  children: ReactNode
}

/** Not `disabled` at the end of the list, where a repeated press has led, and would lose the focus. */
const MoveButton = ({ label, isLast, onMove, children }: MoveButtonProps) => (
  <button
    type="button"
    className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-sunken aria-disabled:opacity-40"
    aria-label={label}
    aria-disabled={isLast || undefined}
    onClick={isLast ? undefined : onMove}
  >
    {children}
  </button>
)
