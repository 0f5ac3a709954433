import { z } from 'zod'

/** What a search matched: the label of the text, and the match with its context. */
export const FoundSchema = z
  .object({
    /** Such as 名称, 标语, 核心能力; 资料 for a product's facts. */
    label: z.string(),
    before: z.string(),
    match: z.string(),
    after: z.string(),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof FoundSchema>
