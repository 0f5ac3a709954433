import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Fact } from '#contracts/facts/fact.ts'
import { createFilledProduct } from '#testing/factories/products.ts'
import { ComparisonCell } from './comparison/comparison-cell.tsx'
import { listFieldRows, VERDICT_ROW } from './comparison/comparison-rows.ts'
import { FactValue } from './fact-value.tsx'

const FACT: Fact = {
  id: 'fact',
  attribute: 'first-release',
  label: '首次发布',
  group: '基本',
  type: 'date',
  value: '2025-03',
  isComplete: false,
  unit: '',
  grade: 'public',
  sourceUrl: '',
  readAt: '2026-11-21',
  note: '',
  isStale: false,
  staleReason: null,
  isDisputed: false,
}

it('shows the dates of a fact as the rest of the site does', () => {
  const html = renderToStaticMarkup(<FactValue fact={FACT} />)
  expect(html).toContain('2025年3月<')
  expect(html).toContain('<time dateTime="2026-11-21" class="whitespace-nowrap">2026年11月21日</time>')
})

it('keeps the words of a link to a source on one line', () => {
  const html = renderToStaticMarkup(<FactValue fact={{ ...FACT, sourceUrl: 'https://example.com/' }} />)
  expect(html).toMatch(/<a href="https:\/\/example.com\/"[^>]* class="[^"]*whitespace-nowrap[^"]*">出处/)
})

it('shows the last day of a verdict in the comparison as the rest of the site does', () => {
  const verdict = { recommendation: '推荐', score: 85, validUntil: '2027-11-21', isExample: false } as const
  const product = {
    ...createFilledProduct(),
    id: 'sample',
    lastUpdated: FACT.readAt ?? '',
    memberRating: null,
    verdict,
  }
  const row = listFieldRows([product]).find(({ id }) => id === VERDICT_ROW)
  const html = row && renderToStaticMarkup(<ComparisonCell row={row} product={product} cell={row.cells[0] ?? []} />)
  expect(html).toContain('有效至<time dateTime="2027-11-21">2027年11月21日</time>')
})
