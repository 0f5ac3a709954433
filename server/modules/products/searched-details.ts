import { z } from 'zod'
import { listFieldsOfType, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { toPlainText } from './plain-text.ts'

const TEXT_LIST_FIELDS = listFieldsOfType('texts')
const TextListSchema = z.array(z.string()).catch([])
const ProseSchema = z
  .object({ uniqueValue: z.string().catch(''), detailedDescription: z.string().catch('') })
  .catch({ uniqueValue: '', detailedDescription: '' })
const SpecsSchema = z.array(z.object({ title: z.string(), value: z.string() })).catch([])

/**
 * Returns the texts of a product's details that are searched in addition to name, slogan and description, each with its
 * field's label. Returns none for details that don't match the schema.
 */
export function listSearchedDetails(details: unknown): { label: string; text: string }[] {
  const listItems = TEXT_LIST_FIELDS.flatMap((field) =>
    TextListSchema.parse(Object(details)[field]).map((text) => ({ label: PRODUCT_FIELDS[field].label, text })),
  )
  const specs = SpecsSchema.parse(Object(details).technicalSpecs).map(({ title, value }) => ({
    label: PRODUCT_FIELDS.technicalSpecs.label,
    text: `${title}：${value}`,
  }))
  const { uniqueValue, detailedDescription } = ProseSchema.parse(details)
  const prose = [
    { label: PRODUCT_FIELDS.uniqueValue.label, text: uniqueValue },
    { label: PRODUCT_FIELDS.detailedDescription.label, text: toPlainText(detailedDescription) },
  ]
  return [...listItems, ...specs, ...prose].filter(({ text }) => text !== '')
}
