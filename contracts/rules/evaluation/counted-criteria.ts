/** The criteria of a project that are counted: from offers, from trials, or from the figures of a pilot. */
import type { CountedRule, Measurement, TrialCount } from '../../evaluation-projects/counted.ts'
import type { ProjectOffer } from '../../evaluation-projects/offer.ts'
import type { ProjectCriterion, ProjectSetup } from '../../evaluation-projects/project.ts'
import type { Task } from '../../evaluation-projects/task.ts'
import { EQUALITY_TOLERANCE } from '../score.ts'
import { isPriceCriterion, listPriceScores } from './project-prices.ts'
import type { GivenScore } from './scoring.ts'
import { calculateWilsonInterval, type Range } from './trials.ts'

type Groups = Pick<ProjectSetup, 'groups'>
type CriterionOf<Kind extends CountedRule['kind']> = ProjectCriterion & { counted: CountedRule & { kind: Kind } }
export type RunCriterion = CriterionOf<'runs'>
export type MeasuredCriterion = CriterionOf<'measured'>

export const isRunCriterion = (criterion: ProjectCriterion): criterion is RunCriterion =>
  criterion.counted?.kind === 'runs'

export const isMeasuredCriterion = (criterion: ProjectCriterion): criterion is MeasuredCriterion =>
  criterion.counted?.kind === 'measured'

/** Returns whether nobody scores a criterion, because its scores are counted. */
export const isCountedCriterion = (criterion: ProjectCriterion): boolean =>
  isPriceCriterion(criterion) || criterion.counted !== undefined

const listCriteria = ({ groups }: Groups): ProjectCriterion[] => groups.flatMap(({ criteria }) => criteria)

export const listRunCriteria = (setup: Groups): RunCriterion[] => listCriteria(setup).filter(isRunCriterion)
export const listMeasuredCriteria = (setup: Groups): MeasuredCriterion[] =>
  listCriteria(setup).filter(isMeasuredCriterion)

/** Returns the groups with the criteria that judges score; groups without any are left out. */
export const listJudgedGroups = ({ groups }: Groups): ProjectSetup['groups'] =>
  groups
    .map((group) => ({ ...group, criteria: group.criteria.filter((criterion) => !isCountedCriterion(criterion)) }))
    .filter(({ criteria }) => criteria.length > 0)

/** The decided trials of a task with a candidate; `run` is the one that they are from, `null` if people typed them. */
export type CountedResult = {
  task: string
  candidate: string
  trials: number
  passed: number
  run: { id: string; title: string } | null
}

/** Returns whether the trials of a task count for a criterion: it names the criterion, or has one of its tags. */
const feedsCriterion = (
  { criterion, tags }: Pick<Task, 'criterion' | 'tags'>,
  { key, counted }: RunCriterion,
): boolean => criterion === key || counted.tags.some((tag) => tags.includes(tag))

/**
 * Counts the trials of each run criterion by candidate, in the order of both. Candidates without a decided trial are left
 * out. Each task's weight is 1: a rate is compared with a mark, and its interval takes trials for equal.
 */
export function countTrials(
  setup: Pick<ProjectSetup, 'groups' | 'candidates'>,
  tasks: readonly Pick<Task, 'key' | 'criterion' | 'tags'>[],
  results: readonly CountedResult[],
): TrialCount[] {
  return listRunCriteria(setup).flatMap((criterion) => {
    const keys = new Set(tasks.filter((task) => feedsCriterion(task, criterion)).map(({ key }) => key))
    return setup.candidates.flatMap(({ key: candidate }) => {
      const own = results.filter((result) => result.candidate === candidate && keys.has(result.task))
      if (own.length === 0) return []
      const typed = own.filter(({ run }) => run === null)
      const runs = new Map(own.flatMap(({ run }) => (run ? [[run.id, run] as const] : [])))
      return [
        {
          criterion: criterion.key,
          candidate,
          questions: new Set(own.map(({ task }) => task)).size,
          trials: sum(own, 'trials'),
          passed: sum(own, 'passed'),
          typed: sum(typed, 'trials'),
          runs: [...runs.values()],
        },
      ]
    })
  })
}

const sum = (results: readonly CountedResult[], field: 'trials' | 'passed'): number =>
  results.reduce((total, result) => total + result[field], 0)

/** A pass rate beside its mark. Both, and the interval, are 0 to 1. */
export type MarkedRate = {
  rate: number
  /** Wilson's 95 % interval. */
  interval: Range
  mark: number
  isMet: boolean
  /** Whether there were as many questions as the rule demands. */
  isLargeEnough: boolean
}

/** Returns the pass rate of a candidate, or how many failed if the rule is about these, beside the mark. */
export function rateTrials(
  { minimum, counted }: Pick<RunCriterion, 'minimum' | 'counted'>,
  { passed, trials, questions }: Pick<TrialCount, 'passed' | 'trials' | 'questions'>,
): MarkedRate {
  const isPassed = counted.shown === 'passed'
  const counts = isPassed ? passed : trials - passed
  const least = (minimum ?? 0) / 100
  return {
    rate: counts / trials,
    interval: calculateWilsonInterval(counts, trials),
    mark: isPassed ? least : 1 - least,
    isMet: passed / trials >= least - EQUALITY_TOLERANCE,
    isLargeEnough: questions >= counted.questions,
  }
}

/** Returns whether a figure reaches the mark of a pilot. */
export const isMarkMet = ({ direction, mark }: MeasuredCriterion['counted'], figure: number): boolean =>
  direction === 'atLeast' ? figure >= mark - EQUALITY_TOLERANCE : figure <= mark + EQUALITY_TOLERANCE

/** What criteria are counted from. Earlier reports have offers at most. */
export type CountedData = {
  offers: readonly ProjectOffer[]
  measurements?: readonly Measurement[] | undefined
  trialCounts?: readonly TrialCount[] | undefined
}

/**
 * Returns the scores that are counted, 0 to 100, by candidate: those of prices, the pass rates of trials in percent, and
 * 100 or 0 for figures of a pilot that reach their mark or don't. What wasn't tried or measured has no score.
 */
export function listGivenScores(
  setup: Pick<ProjectSetup, 'groups' | 'candidates'>,
  { offers, measurements = [], trialCounts = [] }: CountedData,
): GivenScore[] {
  const candidates = new Set(setup.candidates.map(({ key }) => key))
  const runCriteria = new Set(listRunCriteria(setup).map(({ key }) => key))
  const measured = new Map(listMeasuredCriteria(setup).map((criterion) => [criterion.key, criterion]))
  return [
    ...listPriceScores({ setup, offers }),
    ...trialCounts
      .filter(({ criterion, candidate }) => runCriteria.has(criterion) && candidates.has(candidate))
      .map(({ criterion, candidate, passed, trials }) => ({ candidate, criterion, score: (100 * passed) / trials })),
    ...measurements.flatMap(({ criterion, candidate, after }) => {
      const rule = measured.get(criterion)?.counted
      if (!rule || after === null || !candidates.has(candidate)) return []
      return [{ candidate, criterion, score: isMarkMet(rule, after) ? 100 : 0 }]
    }),
  ]
}
