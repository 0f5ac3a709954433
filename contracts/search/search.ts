/** The search over both catalogues, events and content. */
import { z } from 'zod'
import { TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { withoutInvisibleCharacters } from '../rules/single-line.ts'
import { storedText } from '../stored-text.ts'
import { SEARCH_KINDS } from './kinds.ts'
import { SearchMatchSchema } from './search-match.ts'

export const SearchQuerySchema = z.object({
  q: storedText()
    .overwrite(withoutInvisibleCharacters)
    .max(TEXT.line)
    .default('')
    .meta({ description: '查找的文字，不分大小写与全半角，也认拼音全拼、首字母与繁体。', examples: ['私有化'] }),
  kind: z
    .enum(['', ...SEARCH_KINDS])
    .default('')
    .describe('只列出一类：`agent` 为智能体产品，`ai` 为78AI，`event` 为活动，`content` 为内容；留空为全部。'),
  page: pageNumber.default(1),
})
export type SearchQuery = z.infer<typeof SearchQuerySchema>

export const SearchHitSchema = z
  .object({
    kind: z.enum(SEARCH_KINDS),
    title: z.string(),
    /** The URL of its page, relative to the site's root. */
    url: z.string(),
    /** A description in one sentence. */
    excerpt: z.string(),
    matches: z.array(SearchMatchSchema).describe('在何处找到：含有全部或至少一个搜索词的文字。'),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHitSchema>

/** The number of hits of each kind, whichever is listed. */
export const SearchCountsSchema = z.object({
  agent: z.int(),
  ai: z.int(),
  event: z.int(),
  content: z.int(),
})
export type SearchCounts = z.infer<typeof SearchCountsSchema>
