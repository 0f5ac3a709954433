import { expect, it } from 'vitest'
import { createTask } from '#contracts/rules/evaluation/create-task.ts'
import { findSamples, readInspect, writeInspect } from './inspect.ts'

/** A log of two epochs, as `inspect log dump` prints it, without what isn't read. */
const LOG = {
  version: 2,
  status: 'success',
  eval: { task: 'refunds', model: 'openai/gpt-4o' },
  samples: [
    {
      id: 1,
      epoch: 1,
      input: '退款几天到账？',
      target: '7天',
      scores: { match: { value: 'C', answer: '7天', explanation: '相同' }, includes: { value: 'I' } },
      total_time: 2.5,
    },
    { id: 1, epoch: 2, input: '退款几天到账？', target: '7天', scores: { match: { value: 'I' } }, total_time: 3 },
    {
      id: 2,
      epoch: 1,
      input: [
        { role: 'system', content: '你是客服' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '怎么改地址？' },
            { type: 'image', image: 'x' },
          ],
        },
        { role: 'assistant', content: '在订单页。' },
        { role: 'user', content: '发货后呢？' },
      ],
      target: ['联系客服', '联系卖家'],
      scores: { match: { value: 0.4 } },
    },
  ],
}

it('reads samples as tasks, and the first score of each epoch as a trial', () => {
  const samples = findSamples(LOG)
  expect(samples && readInspect(samples)).toEqual({
    tasks: [
      { place: '第1项', fields: { title: '退款几天到账？', turns: ['退款几天到账？'], expected: '7天' } },
      {
        place: '第3项',
        fields: { title: '怎么改地址？', turns: ['怎么改地址？', '发货后呢？'], expected: '联系客服\n联系卖家' },
      },
    ],
    trials: [
      { task: 0, isPassed: true, seconds: 2.5, note: '相同' },
      { task: 0, isPassed: false, seconds: 3, note: '' },
    ],
    errors: [],
    notes: [
      { place: '第1项', message: '只用第一个评分，没有用“includes”' },
      { place: '第3项', message: '没有照搬system的消息' },
      { place: '第3项', message: '没有照搬assistant的消息' },
      { place: '第3项', message: '评分“0.4”不是通过或未通过，没有登记' },
    ],
  })
})

it.each([
  ['a list of tasks', [{ title: '退款' }]],
  ['an object', { tasks: [] }],
  ['a list of texts', ['退款']],
])('doesn’t take %s for samples', (_case, json) => {
  expect(findSamples(json)).toBeUndefined()
})

it('writes a dataset that it reads again', () => {
  const text = writeInspect([
    createTask({ key: 'q1', title: '年假', turns: ['{{岗位}}几天年假？', '出处？'], variables: { 岗位: '工程师' } }),
    createTask({ key: 'q2', title: '退款几天到账？', expected: '7天' }),
  ])
  const samples = findSamples(JSON.parse(text)) ?? []
  expect(readInspect(samples).tasks.map(({ fields }) => fields)).toEqual([
    { title: '工程师几天年假？', turns: ['工程师几天年假？', '出处？'], expected: '' },
    { title: '退款几天到账？', turns: ['退款几天到账？'], expected: '7天' },
  ])
})
