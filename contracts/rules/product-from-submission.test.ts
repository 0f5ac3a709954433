import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIST } from '../limits.ts'
import { ProductSchema } from '../products/product.ts'
import { SUBMITTED_FIELDS } from '../submission-review/submitted-fields.ts'
import { UPDATABLE_FIELDS, type UpdatableField } from '../vendors/updatable-fields.ts'
import { DEPLOYMENT_TYPES } from '../vocabulary.ts'
import { createSubmittedProduct } from './create-submitted-product.ts'
import { toSubmissionValues, updateSubmittedFields } from './product-from-submission.ts'
import { splitWords } from './split-words.ts'

const SUBMITTED = {
  productName: '排班助手',
  productDescription: '自动生成排班表。',
  targetUsers: '连锁零售、餐饮；酒店\n医院',
  keyFeatures: '自动排班，换班审批,客流预测，自动排班',
  deploymentType: '私有化部署',
  website: 'https://paiban.example.com',
  companyName: '杭州示例科技有限公司',
  contactEmail: 'wang.min@example.com',
}

type Form = typeof SUBMITTED
type Product = ReturnType<typeof createSubmittedProduct>

describe('the product of a submission', () => {
  it("copies the vendor's values, splits lists and invents nothing", () => {
    expect(createSubmittedProduct(SUBMITTED, { category: 'HR' })).toMatchObject({
      name: '排班助手',
      description: '自动生成排班表。',
      targetUsers: ['连锁零售', '餐饮', '酒店', '医院'],
      keyCapabilities: ['自动排班', '换班审批', '客流预测'],
      deploymentTypes: ['私有化部署'],
      officialLink: 'https://paiban.example.com',
      category: 'HR',
      price: '',
      rating: null,
      isActive: true,
      company: '杭州示例科技有限公司',
      contactEmail: 'wang.min@example.com',
    })
  })

  it('is valid in the catalogue', () => {
    const product = createSubmittedProduct(SUBMITTED, { category: 'HR' })
    expect(ProductSchema.parse(product)).toEqual(product)
  })

  it('keeps all words of an overlong list', () => {
    const features = Array.from({ length: LIST.short + 10 }, (_, index) => `功能${index}`)
    const { keyCapabilities } = createSubmittedProduct(
      { ...SUBMITTED, keyFeatures: features.join('、') },
      { category: 'HR' },
    )
    expect(keyCapabilities).toHaveLength(LIST.short)
    expect(keyCapabilities.join('、')).toBe(features.join('、'))
  })
})

/** Texts that the form accepts, including separators of lists. */
const text = fc.string({
  unit: fc.constantFrom('排', '班', 'A', '、', ',', '；', ' ', '.'),
  minLength: 1,
  maxLength: 12,
})
const FORM = fc.record({
  productName: text.map((name) => `名${name.trim()}`),
  productDescription: text,
  targetUsers: text,
  keyFeatures: text,
  deploymentType: fc.constantFrom(...DEPLOYMENT_TYPES),
  website: fc.webUrl(),
  companyName: text,
  contactEmail: fc.emailAddress(),
})
const PRODUCT = fc
  .record({ form: FORM, lists: fc.array(text), types: fc.array(fc.constantFrom(...DEPLOYMENT_TYPES, '公有云')) })
  .map(({ form, lists, types }) => ({
    ...createSubmittedProduct(form, { category: 'HR' }),
    slogan: '由编辑填写',
    keyCapabilities: lists,
    deploymentTypes: [...new Set(types)],
  }))

describe('the form of an update', () => {
  it('starts with what a submission contained, but for the form of its lists', () => {
    fc.assert(
      fc.property(FORM, (form) => {
        const values = toSubmissionValues(createSubmittedProduct(form, { category: 'HR' }))
        const toLists = ({ targetUsers, keyFeatures }: Record<'targetUsers' | 'keyFeatures', string>) => ({
          targetUsers: splitWords(targetUsers),
          keyFeatures: splitWords(keyFeatures),
        })
        expect({ ...values, ...toLists(values) }).toEqual({ ...form, ...toLists(form) })
      }),
    )
  })

  it('becomes the same product again, even if it can’t express the product', () => {
    fc.assert(
      fc.property(PRODUCT, (product) => {
        const form = toSubmissionValues(product)
        expect(
          updateSubmittedFields(product, form, { category: 'HR', changedFields: [], acceptsContact: true }),
        ).toEqual(product)
      }),
    )
  })

  describe('updated with any form and any changed fields', () => {
    const expectForEveryUpdate = (
      assertUpdate: (update: {
        product: Product
        form: Form
        changed: readonly UpdatableField[]
        updated: Product
      }) => void,
    ) =>
      fc.assert(
        fc.property(PRODUCT, FORM, fc.subarray([...UPDATABLE_FIELDS]), (product, form, changed) => {
          const updated = updateSubmittedFields(product, form, {
            category: 'HR',
            changedFields: changed,
            acceptsContact: true,
          })
          assertUpdate({ product, form, changed, updated })
        }),
      )

    it('has the form’s values in the fields that the vendor changed', () => {
      expectForEveryUpdate(({ form, changed, updated }) => {
        const expected = toSubmissionValues(createSubmittedProduct(form, { category: 'HR' }))
        const values = toSubmissionValues(updated)
        for (const field of changed) expect(values[field]).toBe(expected[field])
      })
    })

    it('has its own values in the other fields of the form', () => {
      expectForEveryUpdate(({ product, changed, updated }) => {
        const before = toSubmissionValues(product)
        const values = toSubmissionValues(updated)
        for (const field of UPDATABLE_FIELDS) if (!changed.includes(field)) expect(values[field]).toBe(before[field])
      })
    })

    it('keeps what the form doesn’t contain', () => {
      expectForEveryUpdate(({ product, updated }) => {
        const ownFields = Object.fromEntries(SUBMITTED_FIELDS.map((field) => [field, product[field]]))
        expect({ ...updated, ...ownFields }).toEqual(product)
      })
    })
  })

  it('replaces the deployment type that it showed, and keeps the product’s others', () => {
    const product = {
      ...createSubmittedProduct(SUBMITTED, { category: 'HR' }),
      deploymentTypes: ['公有云', 'SaaS', '边缘部署'],
    }
    const form = { ...toSubmissionValues(product), deploymentType: '混合部署' }
    const { deploymentTypes } = updateSubmittedFields(product, form, {
      category: 'HR',
      changedFields: ['deploymentType'],
      acceptsContact: false,
    })
    expect(deploymentTypes).toEqual(['公有云', '混合部署', '边缘部署'])
  })
})
