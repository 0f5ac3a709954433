import { expect, it } from 'vitest'
import { describeScreenshotChange } from './screenshot-change.ts'

it.each([
  [2, 3, '产品现有的3张截图会全部换成这次提交的2张。'],
  [2, 0, '这次提交的2张截图会成为产品的截图。'],
  [0, 3, '这次提交没有截图，产品现有的3张截图保持不变。'],
  [0, 0, null],
])('describes how %i submitted screenshots replace %i existing ones', (submitted, existing, text) => {
  expect(describeScreenshotChange(submitted, existing)).toBe(text)
})
