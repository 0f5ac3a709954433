import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FACT_GRADES } from '../../facts/vocabulary.ts'
import { DEPLOYMENT_TYPES } from '../../vocabulary.ts'
import type { CheckedFact } from './check-facts.ts'
import { applyFormChange, deriveFormValues, FORM_ATTRIBUTES, type FormValues, NO_FORM_VALUES } from './form-facts.ts'

const DAY = '2026-11-28'
const fact = (attribute: string, value: string, others: Partial<CheckedFact> = {}): CheckedFact => ({
  attribute,
  value,
  isComplete: false,
  grade: 'claimed',
  sourceUrl: '',
  readAt: '2026-11-01',
  note: '',
  ...others,
})

describe('facts', () => {
  it('imply the preferred vendor and the confirmed deployment types', () => {
    const facts = [
      fact('vendor', '自称公司'),
      fact('vendor', '工商登记公司', { grade: 'public' }),
      fact('private-deployment', 'yes'),
      fact('saas', 'partial'),
      fact('edge-deployment', 'no'),
    ]
    expect(deriveFormValues(facts)).toEqual({ company: '工商登记公司', deploymentTypes: ['私有化部署'] })
  })
})

describe('a change of a form', () => {
  it('states a company and a deployment type that no fact says yet', () => {
    const after: FormValues = { company: '甲公司', deploymentTypes: ['私有化部署'] }
    expect(applyFormChange([], { before: NO_FORM_VALUES, after }, DAY)).toEqual([
      { ...fact('vendor', '甲公司'), readAt: DAY },
      { ...fact('private-deployment', 'yes'), readAt: DAY },
    ])
  })

  it('replaces a claim and keeps its id', () => {
    const facts = [fact('vendor', '甲公司', { id: 'a', sourceUrl: 'https://a.example/' })]
    const change = { before: deriveFormValues(facts), after: { company: '乙公司', deploymentTypes: [] } }
    expect(applyFormChange(facts, change, DAY)).toEqual([{ ...fact('vendor', '乙公司', { id: 'a' }), readAt: DAY }])
  })

  it('leaves facts of better grades, which then still decide', () => {
    const facts = [fact('saas', 'yes', { grade: 'verified' }), fact('vendor', '甲公司', { grade: 'public' })]
    const after = applyFormChange(facts, { before: deriveFormValues(facts), after: NO_FORM_VALUES }, DAY)
    expect(after).toEqual(facts)
  })

  it('leaves what it does not change, whatever the facts say', () => {
    const facts = [fact('saas', 'no')]
    const stated: FormValues = { company: '', deploymentTypes: ['SaaS'] }
    expect(applyFormChange(facts, { before: stated, after: stated }, DAY)).toEqual(facts)
  })

  it('reads back as it was saved if all facts are claims', () => {
    const values: fc.Arbitrary<FormValues> = fc.record({
      company: fc.constantFrom('', '甲公司', '乙公司'),
      deploymentTypes: fc.subarray([...DEPLOYMENT_TYPES]),
    })
    fc.assert(
      fc.property(values, values, (first, second) => {
        const facts = applyFormChange([], { before: NO_FORM_VALUES, after: first }, DAY)
        const changed = applyFormChange(facts, { before: first, after: second }, DAY)
        expect(deriveFormValues(changed)).toEqual(second)
        expect(
          changed.every(({ attribute, grade }) => FORM_ATTRIBUTES.includes(attribute) && grade === FACT_GRADES[0]),
        ).toBe(true)
      }),
    )
  })
})
