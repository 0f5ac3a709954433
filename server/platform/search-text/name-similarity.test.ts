import { describe, expect, it } from 'vitest'
import { createNameComparison, toNameKeys } from './name-similarity.ts'

const getKeys = (name: string) => toNameKeys({ name, company: '' })

describe('toNameKeys', () => {
  it.each([
    { case: 'the same characters', name: '智能客服', other: '智能客服' },
    { case: 'another width and letter case', name: 'ＡＣＭＥ 助手', other: 'acme助手' },
    { case: 'other punctuation', name: '智能·客服（Pro）', other: '智能客服 PRO' },
    { case: 'traditional characters', name: '機器人', other: '机器人' },
  ])('recognizes the same name in $case: $name, $other', ({ name, other }) => {
    expect(getKeys(name)).toEqual(getKeys(other))
  })
  const getCompanyKey = (company: string) => toNameKeys({ name: '合同审查', company }).companyKey

  it.each([
    { case: 'the same name', company: '杭州示例科技有限公司', other: '杭州示例科技有限公司' },
    { case: 'a name without its legal form', company: '杭州示例科技有限公司', other: '杭州示例' },
    { case: 'a group without its legal form', company: '杭州示例（集团）股份有限公司', other: '杭州示例集团' },
  ])('recognizes a company by $case', ({ company, other }) => {
    expect(getCompanyKey(company)).toBe(getCompanyKey(other))
  })

  it('distinguishes companies of the same name in different cities', () => {
    expect(getCompanyKey('杭州示例科技有限公司')).not.toBe(getCompanyKey('北京示例科技有限公司'))
  })
})

describe('createNameComparison', () => {
  const isSimilar = (name: string, other: string) => createNameComparison(getKeys(name))(getKeys(other).nameKey)

  it.each([
    { case: 'one other character', name: '智能客服', other: '智能客户' },
    { case: 'words before it', name: '智能客服', other: '云雀智能客服' },
    { case: 'words after it', name: '智能客服', other: '智能客服企业版' },
    { case: 'one other character of four', name: '排班助手', other: '排版助手' },
    { case: 'the same pinyin', name: '云雀', other: '芸雀' },
    { case: 'a suffix', name: 'Dify', other: 'Dify.AI' },
    { case: 'a number that only one has', name: '智能客服', other: '智能客服2' },
  ])('finds names similar with $case: $name, $other', ({ name, other }) => {
    expect(isSimilar(name, other)).toBe(true)
    expect(isSimilar(other, name)).toBe(true)
  })

  it.each([
    { case: 'different numbers', name: '智能客服2号', other: '智能客服3号' },
    { case: 'different versions', name: 'GLM-4', other: 'GLM-4.5' },
    { case: 'half of the characters in common', name: '智能客服', other: '智能销售' },
    { case: 'one name as a small part of the other', name: '智能客服', other: '面向金融机构的智能客服与质检平台' },
    { case: 'a single character in common', name: '云', other: '云雀' },
    { case: 'nothing in common', name: '合同审查', other: '排班助手' },
  ])('finds names different with $case: $name, $other', ({ name, other }) => {
    expect(isSimilar(name, other)).toBe(false)
  })
})
