import { describe, expect, it } from 'vitest'
import { buildSearchLines, buildSearchPatterns } from './search-lines.ts'

const isFound = (input: string) => {
  const lines = buildSearchLines(['张晓明', '上海某银行 ABC'])
  return buildSearchPatterns(input).some((pattern) => lines.includes(pattern))
}

it.each([
  { text: '智能客服', lines: '智能客服\nznkf\nzhinengkefu' },
  { text: 'AI客服', lines: 'ai客服\nakf\naikefu' },
  { text: '审计，财务', lines: '审计,财务\nsj cw\nshenji caiwu' },
  { text: '女装', lines: '女装\nnz\nnvzhuang' },
  { text: '重庆银行', lines: '重庆银行\ncqyh\nchongqingyinhang' },
  { text: '智慧財務', lines: '智慧财务\nzhcw\nzhihuicaiwu' },
  { text: '', lines: '\n\n' },
])('spells $text in its context', ({ text, lines }) => {
  expect(buildSearchLines([text])).toBe(lines)
})

describe('a search of lines', () => {
  it.each([
    '张',
    '晓明',
    '張曉明',
    'zhang',
    'zhangxiaoming',
    'zhang xiao',
    'zxm',
    'ZXM',
    'ｚｘｍ',
    '某银行',
    'shmyh',
    'abc',
  ])('finds a person by %s', (input) => expect(isFound(input)).toBe(true))
  it.each(['李', 'wang', 'mx', '%', '_', '银 行'])('doesn’t find a person by %s', (input) =>
    expect(isFound(input)).toBe(false),
  )
})
