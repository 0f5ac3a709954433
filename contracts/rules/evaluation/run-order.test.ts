import { expect, it } from 'vitest'
import { countPlannedTrials, countTrialsOfRepeat, planMoreTrials, planTrials } from './run-order.ts'

const PLAN = {
  tasks: [
    { key: 'q1', variants: 0, repeats: 2 },
    { key: 'q2', variants: 2, repeats: 1 },
    { key: 'q3', variants: 0, repeats: 3 },
  ],
  candidates: ['a', 'b', 'c'],
  seed: 7,
}

it('asks every question of every candidate as often as planned', () => {
  const counts = Map.groupBy(planTrials(PLAN), ({ task, candidate, variant }) => `${task} ${variant} ${candidate}`)
  const expected = ['q1 0', 'q1 0', 'q2 0', 'q2 1', 'q2 2', 'q3 0', 'q3 0', 'q3 0'].flatMap((question) =>
    PLAN.candidates.map((candidate) => `${question} ${candidate}`),
  )
  expect([...counts].flatMap(([key, trials]) => trials.map(() => key)).toSorted()).toEqual(expected.toSorted())
})

it('asks a question of all candidates before the next, and all questions before one is repeated', () => {
  const trials = planTrials(PLAN)
  for (let start = 0; start < trials.length; start += PLAN.candidates.length) {
    const group = trials.slice(start, start + PLAN.candidates.length)
    expect(new Set(group.map(({ candidate }) => candidate)).size).toBe(PLAN.candidates.length)
    expect(new Set(group.map(({ task, variant, repeat }) => `${task} ${variant} ${repeat}`)).size).toBe(1)
  }
  const repeats = trials.map(({ repeat }) => repeat)
  expect(repeats).toEqual(repeats.toSorted((a, b) => a - b))
})

it('is the same for the same seed only', () => {
  expect(planTrials(PLAN)).toEqual(planTrials(PLAN))
  expect(planTrials({ ...PLAN, seed: 8 })).not.toEqual(planTrials(PLAN))
})

it('adds to what was planned the later repeats alone, by task as often as it has some', () => {
  const added = planMoreTrials(PLAN, 2)
  const key = (trial: object) => JSON.stringify(trial)
  const longer = planTrials({ ...PLAN, tasks: PLAN.tasks.map((task) => ({ ...task, repeats: task.repeats + 2 })) })
  expect([...planTrials(PLAN), ...added].map(key).toSorted()).toEqual(longer.map(key).toSorted())
  expect(added).toHaveLength(2 * countTrialsOfRepeat(PLAN))
  expect(planTrials(PLAN)).toHaveLength(countPlannedTrials(PLAN))
})
