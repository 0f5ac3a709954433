import { describe, expect, it } from 'vitest'
import { DEFAULT_PRIVACY_POLICY, DEFAULT_TERMS, LEGAL_BLANKS } from '../settings/default-legal-texts.ts'
import { fillBlanks, listBlanks } from './legal-blanks.ts'

const VALUES = {
  operatorName: '甲 & 乙',
  effectiveDate: '2026年12月1日',
  siteName: '$&',
  contactEmail: 'a@example.com',
}

describe('the blanks of a legal text', () => {
  it('lists every blank of the default texts, each once', () => {
    for (const text of [DEFAULT_PRIVACY_POLICY, DEFAULT_TERMS])
      expect(listBlanks(text, text).sort()).toEqual(Object.values(LEGAL_BLANKS).sort())
  })

  it('leaves no blanks if every value is given', () => {
    expect(listBlanks(fillBlanks(DEFAULT_PRIVACY_POLICY, LEGAL_BLANKS, VALUES))).toEqual([])
  })

  it('escapes values and leaves blanks without one', () => {
    const html = `<p>${LEGAL_BLANKS.operatorName}、${LEGAL_BLANKS.siteName}、${LEGAL_BLANKS.effectiveDate}</p>`
    expect(fillBlanks(html, LEGAL_BLANKS, { ...VALUES, effectiveDate: '' })).toBe(
      '<p>甲 &amp; 乙、$&amp;、［生效日期］</p>',
    )
  })

  it('lists blanks that the operator added', () => {
    expect(listBlanks('<p>地址：［注册地址］</p>')).toEqual(['［注册地址］'])
  })
})
