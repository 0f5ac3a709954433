/** Facets: filters of a catalogue's list by product facts, with the number of products per value. */
import { z } from 'zod'
import { AttributeKeySchema } from '../facts/attribute.ts'
import { FACETS, TEXT } from '../limits.ts'
import { queryFlag } from '../query-flag.ts'
import { storedText } from '../stored-text.ts'
import { PRODUCT_MESSAGES } from './messages.ts'

const ValuesSchema = z
  .union([storedText(), z.array(storedText())])
  .transform((values) => [...new Set([values].flat())].filter((value) => value !== ''))
  .pipe(z.array(z.string().max(TEXT.word)).max(FACETS.values))

/** The chosen values by attribute; in a URL: `f.models=Kimi&f.models=DeepSeek&f.rag=yes`. */
export const FacetChoicesSchema = z
  .record(z.string(), ValuesSchema)
  .refine((choices) => Object.keys(choices).length <= FACETS.attributes, PRODUCT_MESSAGES.tooManyFacets)
  .default({})
  .meta({
    description:
      '按产品资料筛选，写作 `f.<属性的键>=<值>`：同一属性的多个值满足其一即可，不同属性须同时满足。属性与可用的值见 `GET /api/products-facets`。',
  })
export type FacetChoices = z.infer<typeof FacetChoicesSchema>

export const VerifiedSchema = queryFlag(
  '`true` 时只认平台核实的资料：没有按资料筛选时，列出任一项可筛选的资料经平台核实的产品。',
)

/** An attribute with the values that products have for it. A facet's own selection doesn't narrow its counts. */
export const FacetSchema = z
  .object({
    attribute: AttributeKeySchema,
    label: z.string(),
    group: z.string(),
    values: z.array(z.object({ value: z.string(), count: z.int() })),
  })
  .meta({ id: 'Facet' })
export type Facet = z.infer<typeof FacetSchema>
