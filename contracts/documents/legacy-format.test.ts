import { describe, expect, it } from 'vitest'
import type { DocumentKind } from '../vocabulary.ts'
import { parseDocument } from './documents.ts'
import { upgradeDocument } from './legacy-format.ts'

const LEGACY_BUTTON = { text: '去', type: 'outline', href: '/a' }
const CURRENT_BUTTON = { text: '去', style: 'outline', link: '/a' }

const CASES: [title: string, kind: DocumentKind, legacy: unknown, current: unknown][] = [
  [
    "home: the legacy editor's field names",
    'home',
    {
      pageInfo: { title: '题' },
      heroSection: { title: '主', buttons: [LEGACY_BUTTON] },
      features: [{ title: '特' }],
      stats: [{ number: '100+', label: '数', description: '述' }],
      callToAction: { title: '行动', buttons: [LEGACY_BUTTON] },
    },
    {
      pageInfo: { title: '题' },
      hero: { title: '主', buttons: [CURRENT_BUTTON], features: [{ title: '特' }] },
      statistics: [{ value: '100+', label: '数', description: '述' }],
      callToAction: { title: '行动', buttons: [CURRENT_BUTTON] },
    },
  ],
  ['home: features without a hero', 'home', { features: [1] }, { hero: { features: [1] } }],
  [
    'home: keeps both fields if the new one exists',
    'home',
    { hero: { title: '新', features: [] }, heroSection: { title: '旧' }, features: ['旧'], stats: [], statistics: [1] },
    { hero: { title: '新', features: [] }, heroSection: { title: '旧' }, features: ['旧'], stats: [], statistics: [1] },
  ],
  [
    'home: a button with legacy and current fields',
    'home',
    { callToAction: { buttons: [{ style: 'primary', type: 'outline', link: '/新', href: '/旧' }] } },
    { callToAction: { buttons: [{ style: 'primary', type: 'outline', link: '/新', href: '/旧' }] } },
  ],
  [
    'community: short names, steps without a section',
    'community',
    { events: [{ title: '会' }], members: [{ name: '李' }], joinProcess: [{ step: 2, title: '步' }] },
    {
      upcomingEvents: [{ title: '会' }],
      communityMembers: [{ name: '李' }],
      joinProcess: { steps: [{ stepNumber: 2, title: '步' }] },
    },
  ],
  [
    'selection: numbers and steps',
    'selection',
    { stats: [{ number: 9 }], serviceProcess: [{ stepNumber: 3 }], callToAction: { buttons: [LEGACY_BUTTON] } },
    { statistics: [{ value: 9 }], serviceProcess: [{ step: 3 }], callToAction: { buttons: [CURRENT_BUTTON] } },
  ],
  [
    'evaluation: lists without a section, a calculator button',
    'evaluation',
    {
      professionalInfo: { buttons: [{ text: '算', type: 'calculator', href: '#' }] },
      evaluationProcess: [{ step: 1 }],
      evaluationStandards: [{ name: '技术', criteria: [{ name: '准确', percentage: 12, items: ['证'] }] }],
    },
    {
      professionalInfo: { buttons: [{ text: '算', type: 'calculator', link: '#' }] },
      evaluationProcess: { steps: [{ stepNumber: 1 }] },
      evaluationStandards: {
        groups: [{ title: '技术', criteria: [{ title: '准确', percentage: 12, items: ['证'] }] }],
      },
    },
  ],
  [
    'evaluation: one group of criteria',
    'evaluation',
    { evaluationStandards: { title: '标准', criteria: [{ title: '准确' }] } },
    { evaluationStandards: { title: '标准', groups: [{ title: '标准', criteria: [{ title: '准确' }] }] } },
  ],
  [
    'submit: lists without a section, buttons',
    'submit',
    {
      submitProcess: [{ step: 4 }],
      successCases: [{ title: '案' }],
      contactSection: { buttons: [{ text: '联', type: 'secondary', action: 'contact' }] },
    },
    {
      submitProcess: { steps: [{ stepNumber: 4 }] },
      successCases: { cases: [{ title: '案' }] },
      contactSection: { buttons: [{ text: '联', style: 'secondary', action: 'contact' }] },
    },
  ],
  [
    'ai: legacy product records',
    'ai',
    {
      aiProducts: [
        { _id: 'a', name: '甲', status: 'pending' },
        { _id: 'b', id: 'c', status: 'pending', isActive: true },
      ],
    },
    {
      products: [
        { _id: 'a', id: 'a', name: '甲', status: 'pending', isActive: false },
        { _id: 'b', id: 'c', status: 'pending', isActive: true },
      ],
    },
  ],
]

/** Lists all strings and numbers in a value. */
function listLeaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listLeaves) : [value]
}

describe('legacy format', () => {
  it.each(CASES)('%s', (_, kind, legacy, current) => {
    expect(upgradeDocument(kind, legacy)).toEqual(current)
  })

  it.each(CASES)('keeps all content: %s', (_, kind, legacy) => {
    const leaves = listLeaves(upgradeDocument(kind, legacy))
    for (const leaf of listLeaves(legacy)) expect(leaves).toContain(leaf)
  })

  it.each(CASES)('is idempotent: %s', (_, kind, legacy) => {
    const once = upgradeDocument(kind, legacy)
    expect(upgradeDocument(kind, once)).toEqual(once)
  })

  it.each([null, undefined, 7, 'text', [], [{ stats: 1 }], { stats: 7, heroSection: 'x', features: null }])(
    'leaves unknown values unchanged: %j',
    (value) => {
      for (const kind of ['home', 'community', 'selection', 'products', 'ai', 'evaluation', 'submit'] as const) {
        expect(() => upgradeDocument(kind, value)).not.toThrow()
        expect(parseDocument(kind, value)).toBeDefined()
      }
    },
  )
})
