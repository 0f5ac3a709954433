import { expect, it } from 'vitest'
import { listPageNumbers } from './pagination.tsx'

it.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, 3, 4, 5, null, 8]],
  [4, 8, [1, 2, 3, 4, 5, null, 8]],
  [5, 8, [1, null, 4, 5, 6, 7, 8]],
  [8, 8, [1, null, 4, 5, 6, 7, 8]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [50, 100, [1, null, 49, 50, 51, null, 100]],
  [97, 100, [1, null, 96, 97, 98, 99, 100]],
])('lists the page numbers around page %i of %i', (current, total, numbers) => {
  expect(listPageNumbers(current, total)).toEqual(numbers)
})
