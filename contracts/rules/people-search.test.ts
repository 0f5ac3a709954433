import { describe, expect, it } from 'vitest'
import { peopleSearchText, peopleSearchWords } from './people-search.ts'

const found = (typed: string) => {
  const text = peopleSearchText('张晓明', '上海某银行 ABC')
  return peopleSearchWords(typed).some((word) => text.includes(word))
}

describe('a person is found', () => {
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
  ])('by %s', (typed) => expect(found(typed)).toBe(true))
  it.each(['李', 'wang', 'mx', '%', '_', '银 行'])('not by %s', (typed) => expect(found(typed)).toBe(false))
})
