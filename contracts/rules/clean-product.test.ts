import { expect, it } from 'vitest'
import { listFieldsOfType } from '../products/fields.ts'
import { ProductSchema } from '../products/product.ts'
import { cleanProduct } from './clean-product.ts'

it.each(listFieldsOfType('texts'))('drops blank texts from %s, and nothing else', (list) => {
  const product = ProductSchema.parse({ name: '智能客服', unknown: { kept: true }, [list]: ['', ' 一 ', '\n', '二'] })
  expect(cleanProduct(product)).toEqual({ ...product, [list]: [' 一 ', '二'] })
})

it('drops a spec without title and value', () => {
  const technicalSpecs = [
    { title: '接口', value: '' },
    { title: '', value: 'REST' },
    { title: ' ', value: '' },
    { title: '', value: '', note: '未知的键' },
  ]
  const product = ProductSchema.parse({ name: '智能客服', technicalSpecs })
  expect(cleanProduct(product).technicalSpecs).toEqual(technicalSpecs.slice(0, 2))
})
