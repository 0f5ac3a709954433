/** Which replies of a run people read, and in which order each of them does. */
import type { ReadingCause } from '../../evaluation-grading/verdicts.ts'
import { drawByText } from './seeded-random.ts'

export type GradableTrial = {
  position: number
  candidate: string
  outcome: 'passed' | 'failed' | 'unscored'
  /** Whether its judge model and its other checks contradict each other. */
  isDisputed: boolean
}

type Choice = {
  /** Of the decided trials of each candidate, from 0 to 1, rounded up. */
  share: number
  hasDisputed: boolean
  seed: number
  /** How many replies are read at most; undecided ones go first, then disputed ones. */
  max: number
}

type ChosenTrial = { position: number; cause: Exclude<ReadingCause, 'pair'> }

/**
 * Returns the trials that people read: all undecided ones, those in dispute if wanted, and a sample of the others. A trial
 * that is chosen by a seed mostly stays so when the run goes on.
 */
export function chooseReadings(
  trials: readonly GradableTrial[],
  { share, hasDisputed, seed, max }: Choice,
): ChosenTrial[] {
  const drawn = trials
    .map((trial) => ({ ...trial, place: drawByText(`${seed} read ${trial.position}`) }))
    .sort((a, b) => a.place - b.place || a.position - b.position)
  const isInDispute = (trial: GradableTrial) => hasDisputed && trial.isDisputed && trial.outcome !== 'unscored'
  const others = drawn.filter((trial) => trial.outcome !== 'unscored' && !isInDispute(trial))
  const sample = [...Map.groupBy(others, ({ candidate }) => candidate).values()].flatMap((own) =>
    own.slice(0, Math.ceil(own.length * share)),
  )
  const choose = (chosen: readonly GradableTrial[], cause: ChosenTrial['cause']): ChosenTrial[] =>
    chosen.map(({ position }) => ({ position, cause }))
  return [
    ...choose(
      drawn.filter(({ outcome }) => outcome === 'unscored'),
      'unscored',
    ),
    ...choose(drawn.filter(isInDispute), 'disputed'),
    ...choose(sample, 'sample'),
  ].slice(0, max)
}

type CheckVerdict = { kind: string; isPassed: boolean | null }

/** Returns whether a judge model's verdict on a reply contradicts its checks by rules, all of which are decided. */
export function hasJudgeDispute(checks: readonly CheckVerdict[], isPassedByJudge: boolean | null): boolean {
  const rules = checks.filter(({ kind }) => kind !== 'rubric' && kind !== 'human')
  if (isPassedByJudge === null || rules.length === 0 || rules.some(({ isPassed }) => isPassed === null)) return false
  return rules.every(({ isPassed }) => isPassed) !== isPassedByJudge
}

type Reader = { seed: number; reader: string }

/** Returns items in the order of one reader, which says nothing about where they come from. */
export function shuffleForReader<Item extends { position: number; otherPosition: number | null }>(
  items: readonly Item[],
  { seed, reader }: Reader,
): Item[] {
  const place = ({ position, otherPosition }: Item) =>
    drawByText(`${seed} order ${reader} ${position} ${otherPosition ?? ''}`)
  return items
    .map((item) => ({ item, place: place(item) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Returns whether the second reply of a pair stands left before a reader. */
export const isPairSwapped = (pair: { position: number; otherPosition: number }, { seed, reader }: Reader): boolean =>
  drawByText(`${seed} side ${reader} ${pair.position} ${pair.otherPosition}`) < 0.5
