import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CandidateMark, getCandidateLine, numberCandidates } from './candidate-mark.tsx'

it('gives each of twenty candidates a mark of its own, and its line a style', () => {
  const indexes = Array.from({ length: 20 }, (_, index) => index)
  expect(new Set(indexes.map((index) => renderToStaticMarkup(<CandidateMark index={index} />))).size).toBe(20)
  expect(new Set(indexes.map((index) => JSON.stringify(getCandidateLine(index)))).size).toBe(20)
})

it('numbers candidates by their order in the project', () => {
  expect([...numberCandidates(['b', 'a'])]).toEqual([
    ['b', 0],
    ['a', 1],
  ])
})
