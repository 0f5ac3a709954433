import { describe, expect, it } from 'vitest'
import { splitCommas, splitWords } from './split-words.ts'

describe('splitWords', () => {
  it.each([
    {
      input: '自动排班、换班审批，客流预测,报表；导出;打印\n提醒\r\n统计',
      words: ['自动排班', '换班审批', '客流预测', '报表', '导出', '打印', '提醒', '统计'],
    },
    { input: '一句话', words: ['一句话'] },
    { input: ' 甲 、 乙 ', words: ['甲', '乙'] },
    { input: '、，,；;\n', words: [] },
    { input: '', words: [] },
    { input: '甲、甲；乙、 甲', words: ['甲', '乙'] },
    { input: 'A/B 测试 与 C', words: ['A/B 测试 与 C'] },
    { input: '第一。第二', words: ['第一。第二'] },
  ])('splits $input', ({ input, words }) => {
    expect(splitWords(input)).toEqual(words)
  })
})

describe('splitCommas', () => {
  it.each([
    { input: '架构,安全，数据治理', words: ['架构', '安全', '数据治理'] },
    { input: ' a , ,b,', words: ['a', 'b'] },
    { input: '甲、乙；丙', words: ['甲、乙；丙'] },
    { input: '甲,甲', words: ['甲', '甲'] },
    { input: '', words: [] },
  ])('splits $input', ({ input, words }) => {
    expect(splitCommas(input)).toEqual(words)
  })
})
