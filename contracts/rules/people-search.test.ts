import { describe, expect, it } from 'vitest'
import { buildPersonSearchText, listPersonSearchTerms } from './people-search.ts'

const isFound = (input: string) => {
  const text = buildPersonSearchText('张晓明', '上海某银行 ABC')
  return listPersonSearchTerms(input).some((word) => text.includes(word))
}

describe('people search', () => {
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
