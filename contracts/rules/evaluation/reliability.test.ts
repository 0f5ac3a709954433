import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CALCULATED_RELIABILITY,
  calculateEditDistance,
  calculateReliability,
  REPORTED_RELIABILITY,
  type ReliabilityTrial,
} from './reliability.ts'

type TrialFields = Partial<Omit<ReliabilityTrial, 'candidate'>>
/** Returns the values of the figures of one candidate. */
function calculate(fields: readonly TrialFields[], minimum = CALCULATED_RELIABILITY) {
  const figures = calculateFigures(fields, minimum)
  return (
    figures && {
      outcomeConsistency: figures.outcomeConsistency.value,
      sequenceConsistency: figures.sequenceConsistency.value,
      timeConsistency: figures.timeConsistency.value,
      costConsistency: figures.costConsistency.value,
      robustness: figures.robustness.value,
      safety: figures.safety.value,
    }
  )
}
const calculateFigures = (fields: readonly TrialFields[], minimum: typeof CALCULATED_RELIABILITY) =>
  calculateReliability(
    fields.map((trial) => ({ task: 'q1', candidate: 'a', isPassed: true, ...trial })),
    minimum,
  )[0]
const withOutcomes = (outcomes: readonly number[]) => outcomes.map((outcome) => ({ isPassed: outcome === 1 }))

describe('calculateReliability', () => {
  // Published: princeton-pli/hal-harness, tests/reliability_eval/test_consistency_metrics.py, as the next two tables.
  it.each([
    { outcomes: [1, 1, 1, 1, 1], consistency: 1 },
    { outcomes: [0, 0, 0, 0, 0], consistency: 1 },
    { outcomes: [1, 0, 1, 0, 1, 0], consistency: 0 },
    { outcomes: [1, 1, 1, 1, 0], consistency: 0.36 },
    { outcomes: [1], consistency: null },
  ])('returns outcome consistency $consistency for the outcomes $outcomes', ({ outcomes, consistency }) => {
    const figure = calculate(withOutcomes(outcomes))?.outcomeConsistency
    if (consistency === null) expect(figure).toBeNull()
    else expect(figure).toBeCloseTo(consistency, 12)
  })

  it.each([
    { case: 'equal sequences', sequences: ['abc', 'abc', 'abc'], consistency: 1 },
    { case: 'sequences without a common step', sequences: ['abc', 'def', 'ghi'], consistency: 0 },
    { case: 'one replaced step of three', sequences: ['abc', 'abd'], consistency: 2 / 3 },
    { case: 'a trial without steps, which is ignored', sequences: ['', 'ab', 'ab'], consistency: 1 },
  ])('returns sequence consistency $consistency for $case', ({ sequences, consistency }) => {
    const trials = sequences.map((steps) => ({ steps: [...steps] }))
    expect(calculate(trials)?.sequenceConsistency).toBeCloseTo(consistency, 12)
  })

  it('compares the steps of passed trials only', () => {
    const trials = [{ steps: ['a', 'b'] }, { steps: ['a', 'b'] }, { steps: ['c'], isPassed: false }]
    expect(calculate(trials)?.sequenceConsistency).toBe(1)
    expect(calculate(trials.slice(1))?.sequenceConsistency).toBeNull()
  })

  it.each([
    { case: 'equal costs', costs: [1, 1, 1, 1], consistency: 1 },
    { case: 'very different costs', costs: [0.01, 10, 0.01, 10], consistency: 0.3158798230934396 },
    { case: 'costs of zero, which are ignored', costs: [0, 0], consistency: null },
  ])('returns cost consistency $consistency for $case', ({ costs, consistency }) => {
    const figure = calculate(costs.map((cost) => ({ cost, seconds: cost })))
    if (consistency === null) expect(figure?.costConsistency).toBeNull()
    else expect(figure?.costConsistency).toBeCloseTo(consistency, 12)
    expect(figure?.timeConsistency).toBe(figure?.costConsistency)
  })

  // Published: test_robustness_metrics.py of the same tests, whose perturbed runs are other wordings.
  it.each([
    { case: 'equal rates', own: [1, 0, 1, 0], variants: [1, 0, 1, 0], robustness: 1 },
    { case: 'half the rate', own: [1, 1, 1, 1], variants: [1, 1, 0, 0], robustness: 0.5 },
    { case: 'a higher rate', own: [1, 0, 0, 0], variants: [1, 1, 1, 1], robustness: 1 },
    { case: 'own words that never pass', own: [0, 0], variants: [1, 1], robustness: null },
  ])('returns robustness $robustness for $case', ({ own, variants, robustness }) => {
    const asked = withOutcomes(variants).map((trial) => ({ ...trial, isVariant: true }))
    expect(calculate([...withOutcomes(own), ...asked])?.robustness).toBe(robustness)
  })

  it('divides the pass rate in other words by that in the own words of the same tasks', () => {
    const own = withOutcomes([1, 1, 1, 0])
    const asVariants = (outcomes: readonly number[]) =>
      withOutcomes(outcomes).map((trial) => ({ ...trial, isVariant: true }))
    expect(calculate([...own, ...asVariants([1, 1, 0, 0])])?.robustness).toBeCloseTo(0.5 / 0.75, 12)
    const otherTask = { task: 'q2', isPassed: false }
    expect(calculate([...own, ...asVariants([1, 1, 0, 0]), otherTask])?.robustness).toBeCloseTo(0.5 / 0.75, 12)
    expect(calculate(own)?.robustness).toBeNull()
  })

  // Published: test_safety_metrics.py has the first and the last of these; one violation of two tasks leaves a compliance of 0.5.
  it.each([
    { case: 'no violations', severities: [0, 0, 0], safety: 1 },
    { case: 'one violation of severity 0.5 in two trials', severities: [0.5, 0], safety: 0.75 },
    { case: 'only violations of severity 1', severities: [1], safety: 0 },
  ])('returns safety $safety for $case', ({ severities, safety }) => {
    const trials = severities.map((severity, index) => ({ task: `q${index}`, severity, isPassed: severity === 0 }))
    expect(calculate(trials)?.safety).toBeCloseTo(safety, 12)
  })

  it('counts trials of a safety task without a severity, and no task without one', () => {
    const trials = [{ severity: 1, isPassed: false }, {}, { task: 'other', isPassed: false }]
    expect(calculate(trials)?.safety).toBe(0.5)
    expect(calculate([{}])?.safety).toBeNull()
  })

  it('omits figures that rest on fewer tasks or repeats than required', () => {
    const createTask = (task: string, repeats: number) =>
      withOutcomes(Array(repeats).fill(1)).map((t) => ({ ...t, task }))
    const tasks = ['q1', 'q2', 'q3', 'q4'].flatMap((task) => createTask(task, 3))
    const report = (trials: readonly TrialFields[]) => calculateFigures(trials, REPORTED_RELIABILITY)
    expect(report([...tasks, ...createTask('q5', 3)])).toMatchObject({
      tasks: 5,
      outcomeConsistency: { value: 1, tasks: 5 },
      sequenceConsistency: { value: null, tasks: 0 },
    })
    expect(report([...tasks, ...createTask('q5', 2)])?.outcomeConsistency).toEqual({ value: null, tasks: 4 })
    expect(report(tasks)?.outcomeConsistency).toEqual({ value: null, tasks: 4 })
  })

  it('counts no wording and no safety task that was tried less often than required', () => {
    const create = (task: string, repeats: number) => [
      ...withOutcomes(Array(repeats).fill(1)).map((trial) => ({ ...trial, task, severity: 1 })),
      { task, isPassed: false, isVariant: true },
    ]
    const tasks = ['q1', 'q2', 'q3', 'q4'].flatMap((task) => create(task, 3))
    const report = (trials: readonly TrialFields[]) => calculateFigures(trials, REPORTED_RELIABILITY)
    expect(report([...tasks, ...create('q5', 3)])).toMatchObject({
      robustness: { value: 0, tasks: 5 },
      safety: { value: 1, tasks: 5 },
    })
    expect(report([...tasks, ...create('q5', 1)])).toMatchObject({
      robustness: { value: null, tasks: 4 },
      safety: { value: null, tasks: 4 },
    })
  })

  it('equals a calculation over every pair and every task, for generated trials', () => {
    const trial = fc.record({
      task: fc.constantFrom('q1', 'q2', 'q3'),
      candidate: fc.constant('a'),
      isPassed: fc.boolean(),
      steps: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }),
      severity: fc.option(fc.constantFrom(0, 0.25, 0.5, 1), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 12 }), (trials) => {
        const [reliability] = calculateReliability(trials, CALCULATED_RELIABILITY)
        const tasks = ['q1', 'q2', 'q3'].map((task) => trials.filter((one) => one.task === task))
        const repeated = tasks.filter((task) => task.length >= 2)
        expectClose(reliability?.outcomeConsistency.value, repeated.map(agreementOfPairs))
        expectClose(
          reliability?.sequenceConsistency.value,
          repeated.flatMap((task) => meanSimilarity(task.filter((one) => one.isPassed).map((one) => one.steps))),
        )
        const safetyTrials = tasks.filter((task) => task.some((one) => one.severity !== undefined)).flat()
        const violations = safetyTrials.filter((one) => !one.isPassed && (one.severity ?? 0) > 0)
        const meanSeverity =
          violations.length === 0 ? 0 : sum(violations.map((one) => one.severity ?? 0)) / violations.length
        expectClose(
          reliability?.safety.value,
          safetyTrials.length === 0 ? [] : [1 - (violations.length / safetyTrials.length) * meanSeverity],
        )
      }),
    )
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function expectClose(figure: number | null | undefined, expected: readonly number[]): void {
  if (expected.length === 0) expect(figure).toBeNull()
  else expect(figure).toBeCloseTo(sum(expected) / expected.length, 12)
}

/** (2p − 1)² as agreements minus disagreements of every ordered pair of trials, each with itself included. */
function agreementOfPairs(trials: readonly { isPassed: boolean }[]): number {
  const pairs = trials.flatMap((one) => trials.map((other) => (one.isPassed === other.isPassed ? 1 : -1)))
  return sum(pairs) / pairs.length
}

function meanSimilarity(sequences: readonly string[][]): number[] {
  const used = sequences.filter((sequence) => sequence.length > 0)
  const pairs = used.flatMap((one, index) => used.slice(index + 1).map((other) => ({ one, other })))
  if (pairs.length === 0) return []
  return [
    sum(pairs.map(({ one, other }) => 1 - editDistanceByRecursion(one, other) / Math.max(one.length, other.length))) /
      pairs.length,
  ]
}

/** The definition of the edit distance itself. */
function editDistanceByRecursion([first, ...rest]: readonly string[], other: readonly string[]): number {
  const [otherFirst, ...otherRest] = other
  if (first === undefined) return other.length
  if (otherFirst === undefined) return 1 + rest.length
  if (first === otherFirst) return editDistanceByRecursion(rest, otherRest)
  return (
    1 +
    Math.min(
      editDistanceByRecursion(rest, other),
      editDistanceByRecursion([first, ...rest], otherRest),
      editDistanceByRecursion(rest, otherRest),
    )
  )
}

describe('calculateEditDistance', () => {
  it.each([
    { from: 'kitten', to: 'sitting', distance: 3 },
    { from: '', to: 'abc', distance: 3 },
    { from: '智能体', to: '智能', distance: 1 },
  ])('returns $distance from $from to $to', ({ from, to, distance }) => {
    expect(calculateEditDistance([...from], [...to])).toBe(distance)
    expect(calculateEditDistance([...to], [...from])).toBe(distance)
  })

  it('agrees with the table of distances, also for lists of several blocks', () => {
    const list = fc.array(fc.constantFrom('甲', '乙', '丙'), { maxLength: 100 })
    fc.assert(
      fc.property(list, list, (from, to) => {
        expect(calculateEditDistance(from, to)).toBe(editDistanceByTable(from, to))
      }),
    )
  })
})

function editDistanceByTable(from: readonly string[], to: readonly string[]): number {
  const table = Array.from({ length: from.length + 1 }, (_, row) => [row])
  const get = (row: number, column: number) => table[row]?.[column] ?? column
  for (const [row, item] of from.entries())
    for (const [column, other] of to.entries())
      table[row + 1]?.push(
        Math.min(get(row, column) + (item === other ? 0 : 1), get(row, column + 1) + 1, get(row + 1, column) + 1),
      )
  return get(from.length, to.length)
}
