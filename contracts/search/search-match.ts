import { z } from 'zod'

/** A text that a search matched: its label, and the text or an excerpt of it with the matching parts. */
export const SearchMatchSchema = z
  .object({
    /** Such as 名称, 标语, 核心能力; 资料 for a product's facts. */
    label: z.string(),
    /** The parts of the excerpt in order, each either a match of the search or its context. */
    parts: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
  })
  .meta({ id: 'SearchMatch' })
export type SearchMatch = z.infer<typeof SearchMatchSchema>
