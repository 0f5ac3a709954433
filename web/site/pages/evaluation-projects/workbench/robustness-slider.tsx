import { useId, useMemo, useState } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { countTotalDecimals, createColumnFormat, formatPercent } from '#contracts/rules/evaluation/format-figures.ts'
import {
  describeLeaderChange,
  listCriterionFlips,
  listGroupFlips,
  type WeightFlip,
} from '#contracts/rules/evaluation/weight-flips.ts'
import { type AdjustableItem, describeWeightChange, listAdjustableItems, rankAtShare } from './robustness-data.ts'

type RobustnessSliderProps = { setup: ProjectSetup; analysis: Analysis; names: ReadonlyMap<string, string> }

/** A slider that changes a weight and shows the effect on the ranking and the verdicts. Nothing is saved. */
export function RobustnessSlider({ setup, analysis, names }: RobustnessSliderProps) {
  const titleId = useId()
  const items = useMemo(() => listAdjustableItems(setup), [setup])
  const flips = useMemo(
    () => ({ group: listGroupFlips(setup, analysis), criterion: listCriterionFlips(setup, analysis) }),
    [setup, analysis],
  )
  const [selectedValue, setSelectedValue] = useState('')
  const [newShare, setNewShare] = useState<number | null>(null)
  const adjustedItem = items.find((item) => toValue(item) === selectedValue) ?? items[0]
  if (!adjustedItem) return null
  const share = newShare ?? adjustedItem.share
  const standings = rankAtShare(setup, analysis, adjustedItem, share)
  const currentStandings = rankAtShare(setup, analysis, adjustedItem, adjustedItem.share)
  const itemFlips = flips[adjustedItem.kind].filter(({ key }) => key === adjustedItem.key)
  const getName = (key: string) => names.get(key) ?? key
  function selectItem(value: string) {
    setSelectedValue(value)
    setNewShare(null)
  }
  return (
    <section className="card min-w-0 p-4 md:p-6" aria-labelledby={titleId} data-print="none">
      <h3 id={titleId} className="text-lg">
        换个权重会怎样
      </h3>
      <p className="mt-1 text-sm text-muted">拖动一项的占比，名次与结论随即更新；不会保存。</p>
      <div className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,16rem)_1fr]">
        <ItemSelect items={items} value={toValue(adjustedItem)} onChange={selectItem} />
        <ShareSlider item={adjustedItem} share={share} flips={itemFlips} onChange={setNewShare} />
      </div>
      <p className="mt-3 min-h-7 font-medium" role="status">
        {describeWeightChange(currentStandings, standings, getName)}
        {newShare !== null && (
          <button type="button" className="ml-3 min-h-11 text-indigo underline" onClick={() => setNewShare(null)}>
            回到现在
          </button>
        )}
      </p>
      <Standings standings={standings} getName={getName} />
      <ul className="mt-3 text-sm text-muted">
        {itemFlips.map((flip) => (
          <li key={flip.direction}>
            {adjustedItem.title}占比<span>{flip.direction === 'above' ? '高于' : '低于'}</span>
            {formatPercent(flip.share)}时，{describeLeaderChange(flip.winners, flip.rivals, getName)}。
          </li>
        ))}
        {itemFlips.length === 0 && <li>无论{adjustedItem.title}占多少，第一名都不变。</li>}
      </ul>
    </section>
  )
}

/** Identifies an item among groups and criteria, as the value of its option. */
const toValue = ({ kind, key }: AdjustableItem): string => `${kind}:${key}`

const KIND_LABELS: Record<AdjustableItem['kind'], string> = { group: '分组', criterion: '准则' }
const KINDS = ['group', 'criterion'] as const

type ItemSelectProps = { items: readonly AdjustableItem[]; value: string; onChange: (value: string) => void }

const ItemSelect = ({ items, value, onChange }: ItemSelectProps) => (
  <label className="text-sm">
    要变动的分组或准则
    <select
      className="mt-1 block min-h-11 w-full rounded-lg border border-control bg-surface px-3 pr-8 text-base"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {KINDS.map((kind) => (
        <optgroup key={kind} label={KIND_LABELS[kind]}>
          {items
            .filter((item) => item.kind === kind)
            .map((item) => (
              <option key={item.key} value={toValue(item)}>
                {item.title}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  </label>
)

type ShareSliderProps = {
  item: AdjustableItem
  share: number
  flips: readonly WeightFlip[]
  onChange: (share: number) => void
}

function ShareSlider({ item, share, flips, onChange }: ShareSliderProps) {
  const id = useId()
  return (
    <div className="text-sm">
      <div className="flex justify-between gap-4">
        <label htmlFor={id}>{item.title}的占比</label>
        <span className="tabular-nums">
          {formatPercent(share)}
          <span className="ml-2 text-muted">现为{formatPercent(item.share)}</span>
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={0.5}
        value={share * 100}
        aria-valuetext={formatPercent(share)}
        onChange={(event) => onChange(event.target.valueAsNumber / 100)}
        className="block h-11 w-full cursor-pointer"
      />
      <SliderMarks item={item} flips={flips} />
    </div>
  )
}

type StandingsProps = { standings: ReturnType<typeof rankAtShare>; getName: (key: string) => string }

/** The ranking of the candidates at the chosen share. */
function Standings({ standings, getName }: StandingsProps) {
  const formatTotal = createColumnFormat(
    standings.map(({ total }) => total),
    countTotalDecimals,
  )
  return (
    <ol className="mt-2 divide-y divide-line border-y border-line">
      {standings.map(({ key, rank, total, recommendation }) => (
        <li
          key={key}
          className="grid grid-cols-[1.25rem_1fr_auto_5rem] items-baseline gap-3 py-2 sm:grid-cols-[2.5rem_1fr_auto_6rem]"
        >
          <span className="text-muted tabular-nums">{rank}</span>
          <bdi>{getName(key)}</bdi>
          <span className="font-semibold tabular-nums">{formatTotal(total)}</span>
          <span className="text-right text-sm">{recommendation ?? '证据不足'}</span>
        </li>
      ))}
    </ol>
  )
}

/** The marks below the slider: a line at the current share, and triangles where the winner changes. */
function SliderMarks({ item, flips }: { item: AdjustableItem; flips: readonly WeightFlip[] }) {
  return (
    <div className="px-2">
      <svg className="block h-3 w-full overflow-visible" aria-hidden="true" focusable="false">
        <line
          x1={`${item.share * 100}%`}
          x2={`${item.share * 100}%`}
          y1="0"
          y2="12"
          className="stroke-ink"
          strokeWidth="2"
        />
        {flips.map(({ direction, share }) => (
          <svg key={direction} x={`${share * 100}%`} className="overflow-visible" aria-hidden="true">
            <path d="M0 0l5 8h-10z" className="fill-cinnabar" />
          </svg>
        ))}
      </svg>
    </div>
  )
}
