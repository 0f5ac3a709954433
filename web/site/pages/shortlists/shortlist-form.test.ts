import { expect, it } from 'vitest'
import type { ShortlistUpdate } from '#contracts/shortlists/shortlist.ts'
import { mergeVersions } from '../../../shared/versioned/three-way.ts'
import { describeShortlistDifference, toShortlistForm, toShortlistUpdate } from './shortlist-form.ts'

const STORED: ShortlistUpdate = {
  title: '知识库',
  notes: '',
  isNotified: false,
  required: [{ attribute: 'rag', values: ['yes', 'partial'] }],
  preferred: [
    { attribute: 'models', values: ['Kimi'] },
    { attribute: 'annual-price', atMost: 300_000, grade: 'public' },
  ],
}
const createForm = (changes: Partial<ShortlistUpdate>) => toShortlistForm({ ...STORED, ...changes })

it('converts a shortlist to a form and back', () => {
  expect(toShortlistUpdate(toShortlistForm(STORED))).toEqual(STORED)
})

it('merges changes of different fields and of different requirements', () => {
  const { merged, hasConflict } = mergeVersions({
    base: createForm({}),
    mine: createForm({ notes: '给采购', preferred: [] }),
    theirs: createForm({ title: '知识库二期', required: [...STORED.required, { attribute: 'sso', values: ['yes'] }] }),
  })
  expect(hasConflict).toBe(false)
  expect(toShortlistUpdate(merged)).toEqual({
    ...STORED,
    title: '知识库二期',
    notes: '给采购',
    required: [...STORED.required, { attribute: 'sso', values: ['yes'] }],
    preferred: [],
  })
})

it('merges a limit that one changed with a kind that the other changed', () => {
  const { merged, hasConflict } = mergeVersions({
    base: createForm({}),
    mine: createForm({ preferred: [{ attribute: 'annual-price', atMost: 500_000, grade: 'public' }] }),
    theirs: createForm({
      required: [...STORED.required, { attribute: 'annual-price', atMost: 300_000, grade: 'public' }],
      preferred: [],
    }),
  })
  expect(hasConflict).toBe(false)
  expect(toShortlistUpdate(merged).required).toContainEqual({
    attribute: 'annual-price',
    atMost: 500_000,
    grade: 'public',
  })
})

it('reports a conflict if both changed the same field', () => {
  const { hasConflict } = mergeVersions({
    base: createForm({}),
    mine: createForm({ notes: '给采购' }),
    theirs: createForm({ notes: '给法务' }),
  })
  expect(hasConflict).toBe(true)
})

it.each([
  ['title', '知识库', '知识库二期', { label: '清单名称', mine: '知识库二期', theirs: '知识库' }],
  ['notes', '给采购', '', { label: '备注', mine: '（空）', theirs: '给采购' }],
  ['isNotified', false, true, { label: '邮件通知', mine: '通知', theirs: '不通知' }],
  ['requirements.sso.kind', 'required', 'preferred', { label: '要求：SSO', mine: '希望', theirs: '必须' }],
  [
    'requirements.annual-price.atMost',
    300_000,
    500_000,
    { label: '要求：annual-price', mine: '不高于50万元', theirs: '不高于30万元' },
  ],
  [
    'requirements.annual-price',
    undefined,
    { kind: 'required', atMost: 9_800, grade: 'public' },
    { label: '要求：annual-price', mine: '必须：不高于9800元，至少公开资料', theirs: '不要求' },
  ],
  [
    'requirements.rag',
    { kind: 'required', values: ['yes', 'partial'] },
    undefined,
    { label: '要求：rag', mine: '不要求', theirs: '必须：支持、部分支持' },
  ],
])('describes a difference of %s', (path, before, after, description) => {
  expect(describeShortlistDifference({ path, before, after }, new Map([['sso', 'SSO']]))).toEqual(description)
})
