import { expect, it } from 'vitest'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { type FactDraft, findExpiryWarning, toInputs, validateDrafts } from './fact-drafts.ts'

const attribute = (key: string, type: Attribute['type'], unit = ''): [string, Attribute] => [
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
  attribute('vendor', 'text'),
  attribute('memory', 'number', 'GB'),
  attribute('released', 'date'),
  attribute('iso', 'certificate'),
])
const RULES = { attributes: ATTRIBUTES, catalogue: 'agent', today: '2026-11-21' } as const
const draft = (value: unknown, more: Partial<FactDraft> = {}): FactDraft => ({
  id: '',
  value,
  grade: 'claimed',
  sourceUrl: '',
  readAt: '2026-11-20',
  note: '',
  ...more,
})

it('sends parsed values, and omits unknown facts', () => {
  const drafts = {
    facts: {
      vendor: [draft(''), draft(' 甲 ', { id: 'f1', sourceUrl: ' https://example.com ', readAt: '' })],
      memory: [draft('1,024 gb')],
      released: [draft('2026年3月')],
      iso: [draft(null)],
    },
  }
  expect(toInputs(drafts, ATTRIBUTES).facts).toMatchObject([
    { id: 'f1', attribute: 'vendor', value: ' 甲 ', sourceUrl: 'https://example.com', readAt: null },
    { attribute: 'memory', value: 1024 },
    { attribute: 'released', value: '2026-03' },
  ])
})

it('reports each error at its field, skipping unknown facts', () => {
  const certificate = { name: '', level: '', number: '', issuer: '', validUntil: '2026-02-30' }
  const drafts = {
    facts: {
      vendor: [draft(null), draft('甲', { grade: 'public' })],
      memory: [draft('16 核')],
      released: [draft('2026-01', { sourceUrl: 'javascript:alert(1)', readAt: '2026-11-22' })],
      iso: [draft(certificate)],
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
  const { toDraftErrors } = toInputs({ facts: { vendor: [draft(''), draft('甲')], memory: [draft(4)] } }, ATTRIBUTES)
  expect(
    toDraftErrors([
      { path: 'facts.0.sourceUrl', message: '一' },
      { path: 'facts.1.value', message: '二' },
    ]),
  ).toEqual([
    { path: 'facts.vendor.1.sourceUrl', message: '一' },
    { path: 'facts.memory.0.value', message: '二' },
  ])
})

it.each([
  [{ validUntil: '2026-11-20' }, MESSAGES.certificateExpiryWarning('2026-11-20')],
  [{ validUntil: '2026-11-21' }, undefined],
  [{ validUntil: null }, undefined],
  ['none', undefined],
])('returns the expiry warning of %j: %s', (value, message) => {
  expect(findExpiryWarning(value, '2026-11-21')).toBe(message)
})
