/** Checks for every field of a product that it is shown exactly where `PRODUCT_FIELDS` declares it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { isNone, PRIVATE_FIELDS, PRODUCT_FIELDS, PUBLIC_FIELDS, type PublicField } from '#contracts/products/fields.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import { withoutPrivateFields } from '#contracts/rules/without-private-fields.ts'
import { createFilledProduct } from '#testing/factories/products.ts'
import { StaticRouter } from '../../router.tsx'
import { Testimonials } from '../member-reviews/testimonials.tsx'
import { listFieldRows, listSpecificationRows } from './comparison/comparison-rows.ts'
import { ComparisonTable } from './comparison/comparison-table.tsx'
import { OverviewPanel } from './detail/overview-panel.tsx'
import { ProductHeader } from './detail/product-header.tsx'
import { SpecsPanel } from './detail/specs-panel.tsx'

const FILLED: ProductDetail = {
  ...withoutPrivateFields(createFilledProduct()),
  id: 'sample-id',
  memberRating: null,
  verdict: null,
  lastUpdated: '2026-11-21T02:00:00.000Z',
  facts: [],
  factsUpdatedOn: '2026-11-21',
}

const render = (page: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location="/">{page}</StaticRouter>
    </QueryClientProvider>,
  )

const renderPage = (product: ProductDetail) =>
  render(
    <>
      <ProductHeader product={product} catalogue="agent" />
      <OverviewPanel product={product} />
      <SpecsPanel specs={product.technicalSpecs} />
      <Testimonials comments={product.reviews} />
    </>,
  )

/** Removes links, as their URLs include the product's id. */
const removeLinks = (html: string) => html.replaceAll(/ href="\/[^"]*"/g, '')

const renderComparison = (product: ProductDetail) =>
  render(
    <ComparisonTable
      catalogue="agent"
      products={[product]}
      fieldRows={listFieldRows([product])}
      factGroups={[]}
      sources={new Map()}
      specificationRows={listSpecificationRows([product])}
      onRemove={() => {}}
    />,
  )

/**
 * Returns the texts that a page must show for a value: strings without HTML tags, and ratings with one decimal. Dates
 * of reviews, which are formatted, and sizes of images, which are attributes, are left out.
 */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll(/<[^>]+>/g, '')]
  if (typeof value === 'number') return [value.toFixed(1)]
  if (Array.isArray(value)) return value.flatMap(listTexts)
  const { date: _date, width: _width, height: _height, ...fields } = Object(value)
  return Object.values(fields).flatMap(listTexts)
}

/** Returns the product without the other prose fields, as a page shows only one of them. */
function withoutOtherProse(field: PublicField): ProductDetail {
  if (PRODUCT_FIELDS[field].page !== 'prose') return FILLED
  const others = PUBLIC_FIELDS.filter((other) => other !== field && PRODUCT_FIELDS[other].page === 'prose')
  return { ...FILLED, ...Object.fromEntries(others.map((other) => [other, ''])) }
}

const listVisibleFields = (place: 'page' | 'comparison') =>
  PUBLIC_FIELDS.filter((field) => !isNone(PRODUCT_FIELDS[field][place]))
const listHiddenFields = (place: 'page' | 'comparison') =>
  PUBLIC_FIELDS.filter((field) => isNone(PRODUCT_FIELDS[field][place]) && PRODUCT_FIELDS[field].type !== 'flag')

describe('a product’s page', () => {
  it.each(listVisibleFields('page'))('shows %s', (field) => {
    const html = renderPage(withoutOtherProse(field))
    for (const text of listTexts(FILLED[field])) expect(html).toContain(text)
  })

  it.each(listHiddenFields('page'))('does not show %s', (field) => {
    for (const text of listTexts(FILLED[field])) expect(removeLinks(renderPage(FILLED))).not.toContain(text)
  })

  it('does not show private fields', () => {
    const unfiltered: ProductDetail = { ...FILLED, ...createFilledProduct(), id: FILLED.id }
    for (const field of PRIVATE_FIELDS)
      for (const text of listTexts(unfiltered[field]))
        expect(renderPage(unfiltered) + renderComparison(unfiltered)).not.toContain(text)
  })

  it('shows no labels of empty fields', () => {
    const emptyFields = Object.fromEntries(
      PUBLIC_FIELDS.map((field) => [field, Array.isArray(FILLED[field]) ? [] : '']),
    )
    const html = render(<OverviewPanel product={{ ...FILLED, ...emptyFields }} />)
    for (const field of PUBLIC_FIELDS) expect(html).not.toContain(PRODUCT_FIELDS[field].label)
  })
})

describe('a comparison', () => {
  it.each(listVisibleFields('comparison'))('shows %s', (field) => {
    const html = renderComparison(FILLED)
    for (const text of listTexts(FILLED[field])) expect(html).toContain(text)
  })

  it.each(listHiddenFields('comparison'))('does not show %s', (field) => {
    for (const text of listTexts(FILLED[field])) expect(renderComparison(FILLED)).not.toContain(text)
  })
})
