import { z } from 'zod'

/** What a search matched: the label of the text, and the match with its context. */
export const SearchMatchSchema = z
  .object({
    /** Such as 名称, 标语, 核心能力; 资料 for a product's facts. */
    label: z.string(),
    before: z.string(),
    match: z.string(),
    after: z.string(),
  })
  .meta({ id: 'SearchMatch' })
export type SearchMatch = z.infer<typeof SearchMatchSchema>
