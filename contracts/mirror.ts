/** Lists that programs mirror: what has changed since a time, in the order of the changes, page by page. */
import { z } from 'zod'
import './chinese-issues.ts'
import { MINUTE_MS } from './durations.ts'
import { storedText } from './stored-text.ts'

export const MIRROR_MESSAGES = { cursor: '游标无效，请从头开始' } as const

/** The number of items on a page of changes. */
export const CHANGES_PER_PAGE = 100

/**
 * How long a change waits until it is listed. Its time is taken before its transaction ends: without this, one that takes
 * long would appear before a cursor that is already past its time, and be missed.
 */
export const CHANGE_DELAY_MS = MINUTE_MS

const CURSOR_MAX = 400

/** The parameters that turn a list into that of changes. */
export const changesQuery = {
  updatedSince: z.iso
    .datetime()
    .optional()
    .describe(
      '从这个时间起有改动的，按改动的先后列出，供程序同步。此时不用 `page`，其余条件不起作用；一分钟内的改动稍后列出。',
    ),
  cursor: storedText()
    .max(CURSOR_MAX)
    .optional()
    .describe(
      '接着上一页的 `pagination.nextCursor` 列出；没有新的改动时返回空的列表与同一个游标，可以存下来以后再用。',
    ),
} as const

export type ChangesQuery = { updatedSince?: string | undefined; cursor?: string | undefined }

/** Returns whether a query asks for changes, rather than for a page of the list. */
export const isChangesQuery = ({ updatedSince, cursor }: ChangesQuery): boolean =>
  updatedSince !== undefined || cursor !== undefined
