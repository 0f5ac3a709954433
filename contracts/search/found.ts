import { z } from 'zod'

/** Where a search found something: in which of its texts, and the match with what stands around it. */
export const FoundSchema = z
  .object({
    /** 名称, 标语, 核心能力 and the like; 资料 for what is known of a product. */
    label: z.string(),
    before: z.string(),
    match: z.string(),
    after: z.string(),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof FoundSchema>
