import { beforeEach, expect, it, vi } from 'vitest'
import type { ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import { createUpdateRequest } from './update-changes.ts'
import { openUpdateDraft } from './update-draft.ts'

const FORM: ProductUpdateForm = {
  id: 'p1',
  name: '排班助手',
  values: {
    companyName: '甲公司',
    contactName: '王敏',
    contactEmail: 'vendor@example.com',
    contactPhone: '0571-8888 6666',
    productName: '排班助手',
    productDescription: '自动生成排班表。',
    targetUsers: '连锁零售',
    keyFeatures: '自动排班',
    deploymentType: 'SaaS',
    website: 'https://example.com',
  },
  facts: [{ attribute: 'sso', value: 'no', isComplete: false, sourceUrl: '', isStale: false }],
  screenshotCount: 0,
  pending: null,
}
const CHANGED = { ...FORM.values, website: 'https://new.example.com' }

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const values = new Map<string, string>()
    vi.stubGlobal(name, {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    })
  }
})

it('keeps changes for the same user and product', () => {
  openUpdateDraft(FORM, 'li').save({ ...CHANGED, facts: [{ attribute: 'sso', value: 'yes' }] })
  expect(openUpdateDraft(FORM, 'li').read()).toMatchObject({
    website: 'https://new.example.com',
    facts: [{ attribute: 'sso', value: 'yes' }],
  })
  expect(openUpdateDraft(FORM, 'wang').read()).toBeUndefined()
  expect(openUpdateDraft({ ...FORM, id: 'p2' }, 'li').read()).toBeUndefined()
})

it('follows the product in what was not changed', () => {
  openUpdateDraft(FORM, 'li').save(CHANGED)
  const later = { ...FORM, values: { ...FORM.values, keyFeatures: '自动排班、预测' } }
  expect(openUpdateDraft(later, 'li').read()).toMatchObject({
    website: 'https://new.example.com',
    keyFeatures: '自动排班、预测',
  })
})

it('is gone once nothing differs from the product', () => {
  const draft = openUpdateDraft(FORM, 'li')
  draft.save(CHANGED)
  draft.save({ ...FORM.values, website: ' https://example.com ' })
  expect(draft.read()).toBeUndefined()
  expect(draft.hasInput(FORM.values)).toBe(false)
})

it('sends the names of the changed fields, and no facts that were cleared', () => {
  const content = {
    ...CHANGED,
    deploymentType: 'SaaS',
    agreeToTerms: true,
    additionalInfo: '',
    files: [],
    screenshots: [],
  } as const
  const facts = [
    { attribute: 'sso', value: '' },
    { attribute: 'rag', value: 'yes' },
  ]
  expect(createUpdateRequest({ ...content, files: [], screenshots: [], facts }, FORM)).toMatchObject({
    changedFields: ['website'],
    facts: [{ attribute: 'rag', value: 'yes' }],
  })
})
