import { describe, expect, it } from 'vitest'
import { splitCommas, splitWords } from './split-words.ts'

describe('splitWords', () => {
  it.each([
    [
      '自动排班、换班审批，客流预测,报表；导出;打印\n提醒\r\n统计',
      ['自动排班', '换班审批', '客流预测', '报表', '导出', '打印', '提醒', '统计'],
    ],
    ['一句话', ['一句话']],
    [' 甲 、 乙 ', ['甲', '乙']],
    ['、，,；;\n', []],
    ['', []],
    ['甲、甲；乙、 甲', ['甲', '乙']],
    ['A/B 测试 与 C', ['A/B 测试 与 C']],
    ['第一。第二', ['第一。第二']],
  ])('splits %j', (input, words) => {
    expect(splitWords(input)).toEqual(words)
  })
})

describe('splitCommas', () => {
  it.each([
    ['架构,安全，数据治理', ['架构', '安全', '数据治理']],
    [' a , ,b,', ['a', 'b']],
    ['甲、乙；丙', ['甲、乙；丙']],
    ['甲,甲', ['甲', '甲']],
    ['', []],
  ])('splits %j', (input, words) => {
    expect(splitCommas(input)).toEqual(words)
  })
})
