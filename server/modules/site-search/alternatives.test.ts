import { expect, it } from 'vitest'
import { listAlternatives } from './alternatives.ts'

it.each([
  ['智能客服软件', ['智能客服软', '智能客服', '智能客', '智能']],
  ['私有化 工作流编排', ['工作流编排', '私有化', '工作流编', '工作流', '工作']],
  ['Milvus，向量', ['Milvus', '向量', 'Milvu', 'Milv']],
  ['采购', []],
  ['a b', []],
  ['', []],
])('suggests for %j: %j', (search, alternatives) => {
  expect(listAlternatives(search)).toEqual(alternatives)
})
