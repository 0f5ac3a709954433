import { expect, it } from 'vitest'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { type FactDraft, findExpiryWarning, toInputs, validateDrafts } from './fact-drafts.ts'

const createAttributeEntry = (key: string, type: Attribute['type'], unit = ''): [string, Attribute] => [
  key,
  {
    key,
    label: key,
    group: '基本',
    type,
    unit,
    choices: [],
    catalogues: ['agent'],
    categories: [],
    isFilter: false,
    isCompared: true,
    isOnCard: false,
    hint: '',
    staleAfterMonths: 12,
  },
]
const ATTRIBUTES = new Map([
  createAttributeEntry('vendor', 'text'),
  createAttributeEntry('memory', 'number', 'GB'),
  createAttributeEntry('released', 'date'),
  createAttributeEntry('iso', 'certificate'),
])
const RULES = { attributesByKey: ATTRIBUTES, catalogue: 'agent', today: '2026-11-21' } as const
const createDraft = (value: unknown, overrides: Partial<FactDraft> = {}): FactDraft => ({
  id: '',
  value,
  isComplete: false,
  grade: 'claimed',
  sourceUrl: '',
  readAt: '2026-11-20',
  note: '',
  ...overrides,
})

it('sends parsed values, and omits unknown facts', () => {
  const drafts = {
    facts: {
      vendor: [createDraft(''), createDraft(' 智谱 ', { id: 'fact1', sourceUrl: ' https://example.com ', readAt: '' })],
      memory: [createDraft('1,024 gb')],
      released: [createDraft('2026年3月')],
      iso: [createDraft(null)],
    },
  }
  expect(toInputs(drafts, ATTRIBUTES).facts).toMatchObject([
    { id: 'fact1', attribute: 'vendor', value: ' 智谱 ', sourceUrl: 'https://example.com', readAt: null },
    { attribute: 'memory', value: 1024 },
    { attribute: 'released', value: '2026-03' },
  ])
})

it('reports each error at its field, skipping unknown facts', () => {
  const certificate = { name: '', level: '', number: '', issuer: '', validUntil: '2026-02-30' }
  const drafts = {
    facts: {
      vendor: [createDraft(null), createDraft('智谱', { grade: 'public' })],
      memory: [createDraft('16 核')],
      released: [createDraft('2026-01', { sourceUrl: 'javascript:alert(1)', readAt: '2026-11-22' })],
      iso: [createDraft(certificate)],
    },
  }
  expect(validateDrafts(drafts, RULES)).toEqual([
    { path: 'facts.released.0.sourceUrl', message: MESSAGES.source },
    { path: 'facts.vendor.1.sourceUrl', message: MESSAGES.sourceMissing },
    { path: 'facts.memory.0.value', message: MESSAGES.number('GB') },
    { path: 'facts.released.0.readAt', message: MESSAGES.readAtInFuture },
    { path: 'facts.iso.0.value.name', message: MESSAGES.certificateName },
    { path: 'facts.iso.0.value.validUntil', message: MESSAGES.validUntil },
  ])
})

it('maps a server error to the path of the draft', () => {
  const { toDraftErrors } = toInputs(
    { facts: { vendor: [createDraft(''), createDraft('智谱')], memory: [createDraft(4)] } },
    ATTRIBUTES,
  )
  expect(
    toDraftErrors([
      { path: 'facts.0.sourceUrl', message: '链接错误' },
      { path: 'facts.1.value', message: '数值错误' },
    ]),
  ).toEqual([
    { path: 'facts.vendor.1.sourceUrl', message: '链接错误' },
    { path: 'facts.memory.0.value', message: '数值错误' },
  ])
})

it.each([
  ['a certificate that ended yesterday', { validUntil: '2026-11-20' }, MESSAGES.certificateExpiryWarning('2026-11-20')],
  ['a certificate on its last day', { validUntil: '2026-11-21' }, undefined],
  ['a certificate without an end', { validUntil: null }, undefined],
  ['no certificate', 'none', undefined],
])('returns the expiry warning of %s', (_, value, message) => {
  expect(findExpiryWarning(value, '2026-11-21')).toBe(message)
})
