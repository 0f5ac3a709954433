import { describe, expect, it } from 'vitest'
import { findPasswordProblem } from './password.ts'

const CONTEXT = { name: '王小明', email: 'Wang.Xiaoming@bank.example', siteName: '智鉴 Zhijian', minLength: 6 }
const NAMES = '密码不能是姓名、邮箱或网站名称'
const REPEATS = '密码不能是同一组字符的重复'

describe('a new password', () => {
  it.each([
    ['12345', '密码长度至少为6位'],
    ['wang.xiaoming', NAMES],
    ['WANG.XIAOMING@bank.example', NAMES],
    ['Wang.Xiaoming2026!', NAMES],
    ['ｗａｎｇ.xiaoming', NAMES],
    ['王小明1990', NAMES],
    ['智鉴zhijian', NAMES],
    ['智鉴 Zhijian', NAMES],
    ['88888888', REPEATS],
    ['abcabcabc', REPEATS],
    ['      ', REPEATS],
    ['wang.xiaoming likes tea', undefined],
    ['xiaoming.wang', undefined],
    ['abcabcabd', undefined],
    ['20261122', undefined],
    ['密码很长很长', undefined],
  ])('%j: %s', (password, problem) => {
    expect(findPasswordProblem(password, CONTEXT, '密码')).toBe(problem)
  })

  it('has at least the length that the settings require', () => {
    expect(findPasswordProblem('seven 7', { ...CONTEXT, minLength: 8 }, '新密码')).toBe('新密码长度至少为8位')
    expect(findPasswordProblem('eight 88', { ...CONTEXT, minLength: 8 }, '新密码')).toBeUndefined()
  })

  it('is not compared with an empty name or email address', () => {
    expect(findPasswordProblem('20261122', { name: '', email: '', siteName: '', minLength: 6 }, '密码')).toBeUndefined()
  })
})
