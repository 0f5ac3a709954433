import { expect, it } from 'vitest'
import { getSourceNumber, numberSources } from './printed-sources.tsx'

it('numbers each source once, in the order of its first use, and none for facts without a link', () => {
  const facts = [
    'https://b.example.com/',
    '',
    'https://a.example.com/',
    'https://b.example.com/',
    'javascript:alert(1)',
  ].map((sourceUrl) => ({ sourceUrl }))
  const sources = numberSources([...facts, null])
  expect([...sources]).toEqual([
    ['https://b.example.com/', 1],
    ['https://a.example.com/', 2],
  ])
  expect(facts.map((fact) => getSourceNumber(sources, fact))).toEqual([1, undefined, 2, 1, undefined])
})
