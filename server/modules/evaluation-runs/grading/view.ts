/** A run's reading as its owner sees it. */
import { z } from 'zod'
import {
  type Grading,
  type GradingSettings,
  GradingSettingsSchema,
  type Reopening,
  ReopeningSchema,
} from '#contracts/evaluation-grading/grading.ts'
import { countPairs } from '#contracts/rules/evaluation/plan-pairs.ts'
import type { Gradable } from './plan-items.ts'
import type { GradingItemRow, GradingRow, ReadingRow } from './store.ts'

export const readSettings = ({ settingsJson }: Pick<GradingRow, 'settingsJson'>): GradingSettings =>
  GradingSettingsSchema.parse(settingsJson)

export const readReopenings = ({ reopeningsJson }: Pick<GradingRow, 'reopeningsJson'>): Reopening[] =>
  z.array(ReopeningSchema).parse(reopeningsJson ?? [])

type GradingState = {
  grading: GradingRow | undefined
  settings: GradingSettings
  trials: readonly Gradable[]
  disputed: number | null
  items: readonly GradingItemRow[]
  readings: readonly ReadingRow[]
  judges: readonly { id: string; name: string; status: string }[]
}

/** Returns the view without its results. */
export function toGrading({
  grading,
  settings,
  trials,
  disputed,
  items,
  readings,
  judges,
}: GradingState): Omit<Grading, 'results'> {
  const isPair = new Map(items.map(({ id, otherPosition }) => [id, otherPosition !== null]))
  const given = Map.groupBy(
    readings.filter(({ verdict }) => verdict !== null),
    ({ judgeId }) => judgeId,
  )
  const count = (judgeId: string, pairs: boolean) =>
    (given.get(judgeId) ?? []).filter(({ itemId }) => isPair.get(itemId) === pairs).length
  return {
    status: grading === undefined ? 'none' : grading.closedAt === null ? 'open' : 'closed',
    settings,
    openedAt: grading?.openedAt ?? null,
    closedAt: grading?.closedAt ?? null,
    reopenings: grading ? readReopenings(grading) : [],
    available: {
      unscored: trials.filter(({ outcome }) => outcome === 'unscored').length,
      decided: trials.filter(({ outcome }) => outcome !== 'unscored').length,
      disputed,
      pairs: countPairs(trials),
    },
    items: toProgress(items.filter(({ otherPosition }) => otherPosition === null)),
    pairs: toProgress(items.filter(({ otherPosition }) => otherPosition !== null)),
    readers: judges
      .filter(({ id, status }) => status !== 'removed' || given.has(id))
      .map(({ id, name }) => ({ name, items: count(id, false), pairs: count(id, true) })),
  }
}

const toProgress = (items: readonly GradingItemRow[]) => ({
  total: items.length,
  decided: items.filter(({ verdict }) => verdict !== null).length,
})
