import { describe, expect, it } from 'vitest'
import { recheckErrors } from './use-recheck-errors.ts'

const createError = (path: string, message = '请填写此项') => ({ path, message })

describe('recheckErrors', () => {
  it('keeps errors that validation still reports, with their new message', () => {
    expect(
      recheckErrors({
        errors: [createError('title')],
        checkedDocument: { title: '' },
        document: { title: '过长的标题' },
        currentErrors: [createError('title', '标题过长')],
      }),
    ).toEqual([createError('title', '标题过长')])
  })
  it('drops fixed errors', () => {
    expect(
      recheckErrors({
        errors: [createError('title')],
        checkedDocument: { title: '' },
        document: { title: '标题' },
        currentErrors: [],
      }),
    ).toEqual([])
  })

  describe('an error that only the server reports', () => {
    const errors = [createError('products.0.name', '产品名称重复')]
    const checkedDocument = { products: [{ name: '智能客服' }, { name: '智能质检' }] }

    it('is kept while its field is unchanged', () => {
      const document = { ...checkedDocument, title: '标题' }
      expect(recheckErrors({ errors, checkedDocument, document, currentErrors: [] })).toEqual(errors)
    })
    it('is dropped when its field has changed', () => {
      const document = { products: [{ name: '智能外呼' }, { name: '智能质检' }] }
      expect(recheckErrors({ errors, checkedDocument, document, currentErrors: [] })).toEqual([])
    })
  })

  it('does not add new errors', () => {
    expect(
      recheckErrors({ errors: [], checkedDocument: {}, document: {}, currentErrors: [createError('title')] }),
    ).toEqual([])
  })
})
