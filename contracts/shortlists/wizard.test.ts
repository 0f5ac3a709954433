import { describe, expect, it } from 'vitest'
import { collectRequirements, listAnswers, WIZARD_QUESTIONS } from './wizard.ts'

const attribute = (key: string, type: 'yesNo' | 'choices' | 'certificate' = 'yesNo', choices: string[] = []) => ({
  key,
  label: key.toUpperCase(),
  type,
  choices,
})
const ATTRIBUTES = [
  attribute('sso'),
  attribute('rbac'),
  attribute('audit-log'),
  attribute('models', 'choices', ['通义千问', 'Kimi', 'DeepSeek']),
  attribute('iso-27001', 'certificate'),
]

describe('the wizard', () => {
  it('asks at most eight questions, and names every answer once', () => {
    expect(WIZARD_QUESTIONS.length).toBeLessThanOrEqual(8)
    const ids = WIZARD_QUESTIONS.flatMap(({ answers }) => answers.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('asks for an attribute once: its values together, a must before a want', () => {
    expect(collectRequirements(['company', 'in-sso', 'qwen', 'kimi'], ATTRIBUTES)).toMatchObject([
      { attribute: 'sso', kind: 'must', values: ['yes', 'partial'] },
      { attribute: 'rbac', kind: 'want' },
      { attribute: 'models', kind: 'want', values: ['通义千问', 'Kimi'], label: 'MODELS' },
    ])
  })

  it('asks of a certificate without levels that it is held', () => {
    expect(collectRequirements(['iso'], ATTRIBUTES)).toMatchObject([{ attribute: 'iso-27001', values: ['held'] }])
  })

  it('leaves out attributes and answers that the catalogue has not', () => {
    expect(collectRequirements(['knowledge', 'claude', 'unknown'], ATTRIBUTES)).toEqual([])
    const [scenario, scale] = WIZARD_QUESTIONS
    expect(scenario && listAnswers(scenario, ATTRIBUTES)).toEqual([])
    expect(scale && listAnswers(scale, ATTRIBUTES).map(({ id }) => id)).toEqual(['team', 'company', 'group'])
  })
})
