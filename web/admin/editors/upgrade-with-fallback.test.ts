import { expect, it } from 'vitest'
import { parseSavedDocument, withAllSections } from '#contracts/documents/documents.ts'
import { upgradeWithFallback } from './upgrade-with-fallback.ts'

const current = withAllSections('home', { testimonials: [{ author: '张伟' }] })

it('keeps the sections that the legacy format lacks', () => {
  const legacy = { pageInfo: {}, heroSection: { title: '旧' }, stats: [], services: [] }
  const upgraded = upgradeWithFallback('home', legacy, current)
  expect(upgraded).toMatchObject({ hero: { title: '旧' }, testimonials: [{ author: '张伟' }] })
  expect(parseSavedDocument('home', upgraded)).toHaveProperty('document')
})

it('does not add a missing section to the current format, so that saving reports it', () => {
  const { testimonials: _, ...incomplete } = current
  const upgraded = upgradeWithFallback('home', incomplete, current)
  expect(upgraded).toEqual(incomplete)
  expect(parseSavedDocument('home', upgraded)).toEqual({ errors: [{ path: 'testimonials', message: '缺少此项' }] })
})

it("keeps a catalogue's products if a document has none", () => {
  const catalogue = withAllSections('products', { products: [{ name: '智能客服' }] })
  const { products: _, ...page } = catalogue
  expect(upgradeWithFallback('products', page, catalogue)).toEqual(catalogue)
  expect(upgradeWithFallback('products', { ...page, products: [] }, catalogue)).toEqual({ ...page, products: [] })
})
