import { expect, it } from 'vitest'
import { splitQuestion } from './question-words.ts'

const TERMS = ['私有化部署', '等保三级', 'DeepSeek', '知识库', '钉钉', '智能', 'ab']

it.each([
  [
    '私有化部署、支持 DeepSeek、等保三级的知识库问答平台，预算 30 万',
    ['DeepSeek', '私有化部署', '等保三级', '知识库', '问答'],
  ],
  ['我们需要一款做合同审查的AI助手', ['合同', '审查']],
  ['能对接钉钉的费用报销智能体', ['钉钉', '费用', '报销']],
  ['客服写作软件', ['客服', '写作']],
  ['智能问数', ['问数']],
  ['ChatBI', ['ChatBI']],
  ['智能平台', ['智能', '平台']],
  ['Milvus，向量', ['Milvus', '向量']],
  ['３０万以内', []],
  ['constructor、toString', ['constructor', 'toString']],
  ['', []],
])('cuts %j into %j', (question, words) => {
  expect(splitQuestion(question, TERMS).map(({ text }) => text)).toEqual(words)
})

it('has no other words for names of properties', () => {
  expect(splitQuestion('constructor', []).map(({ terms }) => terms)).toEqual([['constructor']])
})

it('adds other words for a kind of product', () => {
  expect(splitQuestion('智能问数', [])[0]?.terms).toContain('数据分析')
})
