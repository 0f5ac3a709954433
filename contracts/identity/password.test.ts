import { describe, expect, it } from 'vitest'
import { findPasswordProblem } from './password.ts'

const CONTEXT = { name: '王小明', email: 'Wang.Xiaoming@bank.example', siteName: '智鉴 Zhijian', minLength: 6 }
const NAMES = '密码不能是姓名、邮箱或网站名称'
const REPEATS = '密码不能是同一组字符的重复'

describe('findPasswordProblem', () => {
  it.each([
    { case: 'a password that is too short', password: '12345', problem: '密码长度至少为6位' },
    { case: 'the part of the email address before @', password: 'wang.xiaoming', problem: NAMES },
    { case: 'the email address in other letter case', password: 'WANG.XIAOMING@bank.example', problem: NAMES },
    { case: 'the email address and a year', password: 'Wang.Xiaoming2026!', problem: NAMES },
    { case: 'the email address in full width', password: 'ｗａｎｇ.xiaoming', problem: NAMES },
    { case: 'the name and a year', password: '王小明1990', problem: NAMES },
    { case: "the site's name without its space", password: '智鉴zhijian', problem: NAMES },
    { case: "the site's name", password: '智鉴 Zhijian', problem: NAMES },
    { case: 'one repeated character', password: '88888888', problem: REPEATS },
    { case: 'a repeated group of characters', password: 'abcabcabc', problem: REPEATS },
    { case: 'repeated spaces', password: '      ', problem: REPEATS },
  ])('rejects $case: "$password"', ({ password, problem }) => {
    expect(findPasswordProblem(password, CONTEXT, '密码')).toBe(problem)
  })

  it.each([
    { case: 'the email address and other words', password: 'wang.xiaoming likes tea' },
    { case: 'the parts of the name in another order', password: 'xiaoming.wang' },
    { case: 'an incomplete repetition', password: 'abcabcabd' },
    { case: 'a date', password: '20261122' },
    { case: 'Chinese', password: '密码很长很长' },
  ])('accepts $case: "$password"', ({ password }) => {
    expect(findPasswordProblem(password, CONTEXT, '密码')).toBeUndefined()
  })

  it('requires the length of the settings', () => {
    expect(findPasswordProblem('seven 7', { ...CONTEXT, minLength: 8 }, '新密码')).toBe('新密码长度至少为8位')
    expect(findPasswordProblem('eight 88', { ...CONTEXT, minLength: 8 }, '新密码')).toBeUndefined()
  })

  it('compares nothing with an empty name or email address', () => {
    expect(findPasswordProblem('20261122', { name: '', email: '', siteName: '', minLength: 6 }, '密码')).toBeUndefined()
  })
})
