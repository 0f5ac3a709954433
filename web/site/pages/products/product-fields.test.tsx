/** Walks the list of a product's fields: each that visitors get is seen if the list says. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { isNone, PRIVATE_FIELDS, PRODUCT_FIELDS, PUBLIC_FIELDS, type PublicField } from '#contracts/products/fields.ts'
import { type ProductDetail, withoutPrivateFields } from '#contracts/products/product.ts'
import { createFilledProduct } from '#testing/factories/products.ts'
import { StaticRouter } from '../../router.tsx'
import { EditorialComments } from '../member-reviews/editorial-comments.tsx'
import { listFactRows, listSpecificationRows } from './comparison/comparison-rows.ts'
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
  factsUpdatedOn: null,
}

const render = (page: ReactNode) => renderToStaticMarkup(<StaticRouter location="/">{page}</StaticRouter>)

const getPage = (product: ProductDetail) =>
  render(
    <>
      <ProductHeader product={product} catalogue="agent" />
      <OverviewPanel product={product} />
      <SpecsPanel specs={product.technicalSpecs} />
      <EditorialComments comments={product.reviews} />
    </>,
  )

/** The product's id stands in the addresses of what to do next. */
const removeAddresses = (html: string) => html.replaceAll(/ href="\/[^"]*"/g, '')

const getComparison = (product: ProductDetail) =>
  render(
    <ComparisonTable
      catalogue="agent"
      products={[product]}
      facts={listFactRows([product])}
      knownFacts={[]}
      sources={new Map()}
      specifications={listSpecificationRows([product])}
      onRemove={() => {}}
    />,
  )

/**
 * Returns what a page has to show of a value: its texts without marks, a rating with its decimal; a review's day is
 * written out, and a picture's size is told to the browser alone.
 */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll(/<[^>]+>/g, '')]
  if (typeof value === 'number') return [value.toFixed(1)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  const { date: _written, width: _width, height: _height, ...fields } = Object(value)
  return Object.values(fields).flatMap(textsIn)
}

/** Returns the product without the other fields that share a place of which one alone is shown. */
function createSingleField(field: PublicField): ProductDetail {
  if (PRODUCT_FIELDS[field].page !== 'prose') return FILLED
  const others = PUBLIC_FIELDS.filter((other) => other !== field && PRODUCT_FIELDS[other].page === 'prose')
  return { ...FILLED, ...Object.fromEntries(others.map((other) => [other, ''])) }
}

const listShownOn = (place: 'page' | 'comparison') =>
  PUBLIC_FIELDS.filter((field) => !isNone(PRODUCT_FIELDS[field][place]))
const listHiddenOn = (place: 'page' | 'comparison') =>
  PUBLIC_FIELDS.filter((field) => isNone(PRODUCT_FIELDS[field][place]) && PRODUCT_FIELDS[field].type !== 'flag')

describe('a product’s page', () => {
  it.each(listShownOn('page'))('shows %s', (field) => {
    const html = getPage(createSingleField(field))
    for (const text of textsIn(FILLED[field])) expect(html).toContain(text)
  })

  it.each(listHiddenOn('page'))('does not show %s', (field) => {
    for (const text of textsIn(FILLED[field])) expect(removeAddresses(getPage(FILLED))).not.toContain(text)
  })

  it('shows nothing that is for the back office alone', () => {
    const whole: ProductDetail = { ...FILLED, ...createFilledProduct(), id: FILLED.id }
    for (const field of PRIVATE_FIELDS)
      for (const text of textsIn(whole[field])) expect(getPage(whole) + getComparison(whole)).not.toContain(text)
  })

  it('says so if there is nothing to show', () => {
    const blank = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, Array.isArray(FILLED[field]) ? [] : '']))
    const html = render(<OverviewPanel product={{ ...FILLED, ...blank }} />)
    for (const field of PUBLIC_FIELDS) expect(html).not.toContain(PRODUCT_FIELDS[field].label)
  })
})

describe('a comparison', () => {
  it.each(listShownOn('comparison'))('shows %s', (field) => {
    const html = getComparison(FILLED)
    for (const text of textsIn(FILLED[field])) expect(html).toContain(text)
  })

  it.each(listHiddenOn('comparison'))('does not show %s', (field) => {
    for (const text of textsIn(FILLED[field])) expect(getComparison(FILLED)).not.toContain(text)
  })
})
