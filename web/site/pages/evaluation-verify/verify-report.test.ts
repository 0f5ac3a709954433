import { expect, it } from 'vitest'
import { toReportId } from './verify-report.ts'

it.each([
  [' Py0KQzbiROAwzD4GbzrrXA ', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['https://example.com/evaluation/reports/Py0KQzbiROAwzD4GbzrrXA?x=1#top', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['https://example.com/evaluation/verify?report=Py0KQzbiROAwzD4GbzrrXA', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['  ', ''],
])('extracts the report number from %j', (input, id) => {
  expect(toReportId(input)).toBe(id)
})
