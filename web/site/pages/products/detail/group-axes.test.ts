import { expect, it } from 'vitest'
import { listGroupAxes } from './group-axes.ts'

it('lists the scored groups with scores of one decimal', () => {
  const groups = [
    { title: '技术', score: 78.64 },
    { title: '商业', score: null },
    { title: '市场', score: 80 },
  ]
  expect(listGroupAxes(groups)).toEqual([
    { label: '技术', value: 78.6 },
    { label: '市场', value: 80 },
  ])
})
