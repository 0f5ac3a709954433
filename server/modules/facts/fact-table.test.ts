import { expect, it } from 'vitest'
import { AttributeCreateSchema } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { DEFAULT_ATTRIBUTES } from './attributes/default-attributes.ts'
import { createFactTable } from './fact-table.ts'

const ATTRIBUTES = new Map(
  DEFAULT_ATTRIBUTES.map((attribute) => AttributeCreateSchema.parse(attribute)).map((attribute) => [
    attribute.key,
    attribute,
  ]),
)
const table = createFactTable({
  catalogue: 'agent',
  attributesByKey: ATTRIBUTES,
  isProductHeading: () => false,
  today: '2026-11-21',
})
const plan = (cell: string) => table.plan([], table.readRow(new Map([['等保级别', cell]])).facts)

it('adds a hint for an expired certificate, but imports it', () => {
  const ended = plan('名称：等级保护；级别：三级；有效期至：2026-11-20')
  expect(ended.hints).toEqual([{ path: '等保级别', message: MESSAGES.certificateExpiryWarning('2026-11-20') }])
  expect(ended.errors).toEqual([])
  expect(ended.facts).toMatchObject([{ attribute: 'classified-protection', value: { validUntil: '2026-11-20' } }])
})

it("adds no hint on a certificate's last day", () => {
  expect(plan('名称：等级保护；级别：三级；有效期至：2026-11-21')).toMatchObject({ hints: [], errors: [] })
})
