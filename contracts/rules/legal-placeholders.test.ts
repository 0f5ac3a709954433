import { describe, expect, it } from 'vitest'
import { DEFAULT_PRIVACY_POLICY, DEFAULT_TERMS, LEGAL_PLACEHOLDERS } from '../settings/default-legal-texts.ts'
import { fillPlaceholders, listPlaceholders } from './legal-placeholders.ts'

const VALUES = {
  operatorName: '甲 & 乙',
  effectiveDate: '2026年12月1日',
  siteName: '$&',
  contactEmail: 'a@example.com',
}

describe('the placeholders of a legal text', () => {
  it('lists every placeholder of the default texts, each once', () => {
    for (const text of [DEFAULT_PRIVACY_POLICY, DEFAULT_TERMS])
      expect(listPlaceholders(text, text).sort()).toEqual(Object.values(LEGAL_PLACEHOLDERS).sort())
  })

  it('leaves no placeholders if every value is given', () => {
    expect(listPlaceholders(fillPlaceholders(DEFAULT_PRIVACY_POLICY, LEGAL_PLACEHOLDERS, VALUES))).toEqual([])
  })

  it('escapes values and leaves placeholders without one', () => {
    const html = `<p>${LEGAL_PLACEHOLDERS.operatorName}、${LEGAL_PLACEHOLDERS.siteName}、${LEGAL_PLACEHOLDERS.effectiveDate}</p>`
    expect(fillPlaceholders(html, LEGAL_PLACEHOLDERS, { ...VALUES, effectiveDate: '' })).toBe(
      '<p>甲 &amp; 乙、$&amp;、［生效日期］</p>',
    )
  })

  it('lists placeholders that the operator added', () => {
    expect(listPlaceholders('<p>地址：［注册地址］</p>')).toEqual(['［注册地址］'])
  })
})
