import { expect, it } from 'vitest'
import { applyEdits, withEdit } from './wizard-requirements.ts'

const SSO = {
  attribute: 'sso',
  label: '统一登录',
  kind: 'required' as const,
  values: ['yes', 'partial'],
  valueLabels: ['支持', '部分支持'],
}

it('keeps the kind and the grade of evidence that a visitor chooses for a requirement', () => {
  const edits = withEdit(['rag:none'], 'sso', { kind: 'preferred', minGrade: 'third-party' })
  expect(edits).toEqual(['rag:none', 'sso:preferred:third-party'])
  expect(applyEdits([SSO], edits)).toMatchObject([{ kind: 'preferred', minGrade: 'third-party' }])
  expect(withEdit(edits, 'sso', { kind: 'required', minGrade: null })).toEqual(['rag:none', 'sso:required'])
})

it('accepts any grade by default, and ignores edits that no option has', () => {
  expect(applyEdits([SSO], [])).toMatchObject([{ kind: 'required', minGrade: null }])
  expect(applyEdits([SSO], ['sso:must:claimed'])).toMatchObject([{ kind: 'required', minGrade: null }])
})
