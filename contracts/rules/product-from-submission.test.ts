import { describe, expect, it } from 'vitest'
import { LIST } from '../limits.ts'
import { ProductSchema } from '../products/product.ts'
import { createSubmittedProduct } from './product-from-submission.ts'

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
