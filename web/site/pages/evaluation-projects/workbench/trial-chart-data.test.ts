import { expect, it } from 'vitest'
import { summarizeTrials } from '#contracts/rules/evaluation/trials.ts'
import { findParetoFront, layOutPassCurves } from './trial-chart-data.ts'

const createTrial = (candidate: string, isPassed: boolean, cost: number) => ({
  candidate,
  task: 'task-1',
  isPassed,
  cost,
})
const RESULTS = summarizeTrials([
  createTrial('cheap', true, 1),
  createTrial('cheap', false, 1),
  createTrial('reliable', true, 8),
  createTrial('reliable', true, 8),
  createTrial('dominated', false, 3),
  createTrial('dominated', true, 3),
  createTrial('failing', false, 1),
  createTrial('failing', false, 1),
])

it('finds the Pareto front of cost and pass rate', () => {
  const { priced, front } = findParetoFront(RESULTS)
  expect(priced.map(({ key }) => key)).toEqual(['cheap', 'dominated', 'reliable'])
  expect(front.map(({ key }) => key)).toEqual(['cheap', 'reliable'])
})

it('draws each pass^k curve from one try to the highest k', () => {
  const frame = { left: 10, top: 0, width: 100, height: 50 }
  expect(layOutPassCurves(RESULTS.slice(0, 2), frame)).toEqual([
    {
      key: 'cheap',
      points: [
        { x: 10, y: 25 },
        { x: 110, y: 50 },
      ],
    },
    {
      key: 'reliable',
      points: [
        { x: 10, y: 0 },
        { x: 110, y: 0 },
      ],
    },
  ])
})
