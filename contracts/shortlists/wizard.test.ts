import { describe, expect, it } from 'vitest'
import { collectRequirements, findLimited, listAnswers, WIZARD_QUESTIONS } from './wizard.ts'

const attribute = (key: string, type: 'yesNo' | 'choices' | 'certificate' = 'yesNo', choices: string[] = []) => ({
  key,
  label: key.toUpperCase(),
  type,
  unit: '',
  choices,
})
const ANNUAL_PRICE = { key: 'annual-price', label: '起售年费', type: 'number' as const, unit: '元/年', choices: [] }
const ATTRIBUTES = [
  attribute('sso'),
  attribute('rbac'),
  attribute('audit-log'),
  attribute('models', 'choices', ['通义千问', 'Kimi', 'DeepSeek']),
  attribute('iso-27001', 'certificate'),
]

describe('the wizard', () => {
  it('has at most eight questions, and unique answer ids', () => {
    expect(WIZARD_QUESTIONS.length).toBeLessThanOrEqual(8)
    const ids = WIZARD_QUESTIONS.flatMap(({ answers }) => answers.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('combines the values of an attribute, and requires them if any answer does', () => {
    expect(collectRequirements(['company', 'in-sso', 'qwen', 'kimi'], ATTRIBUTES)).toMatchObject([
      { attribute: 'sso', kind: 'required', values: ['yes', 'partial'] },
      { attribute: 'rbac', kind: 'preferred' },
      { attribute: 'models', kind: 'preferred', values: ['通义千问', 'Kimi'], label: 'MODELS' },
    ])
  })

  it('requires a certificate without levels to be held', () => {
    expect(collectRequirements(['iso'], ATTRIBUTES)).toMatchObject([{ attribute: 'iso-27001', values: ['held'] }])
  })

  it('omits attributes and answers that the catalogue lacks', () => {
    expect(collectRequirements(['knowledge', 'claude', 'unknown'], ATTRIBUTES)).toEqual([])
    const [scenario, scale] = WIZARD_QUESTIONS
    expect(scenario && listAnswers(scenario, ATTRIBUTES)).toEqual([])
    expect(scale && listAnswers(scale, ATTRIBUTES).map(({ id }) => id)).toEqual(['team', 'company', 'group'])
  })
  it('makes a budget an upper limit of the annual price', () => {
    expect(collectRequirements(['iso'], [...ATTRIBUTES, ANNUAL_PRICE], 300_000)).toMatchObject([
      { attribute: 'iso-27001' },
      {
        attribute: 'annual-price',
        label: '起售年费',
        kind: 'required',
        atMost: 300_000,
        valueLabels: ['不高于30万元/年'],
      },
    ])
  })

  it('asks for no budget if the catalogue has no annual price, or another unit', () => {
    const inDollars = { ...ANNUAL_PRICE, unit: '美元/年' }
    for (const attributes of [ATTRIBUTES, [...ATTRIBUTES, inDollars]]) {
      expect(collectRequirements([], attributes, 300_000)).toEqual([])
      expect(WIZARD_QUESTIONS.flatMap((question) => findLimited(question, attributes) ?? [])).toEqual([])
    }
  })
})
