/** Views of a back-office list: filters under a name, private or shared with all who can open the list. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { SAVED_VIEWS } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { requiredName, storedText } from '../stored-text.ts'
import { VIEWED_LIST_NAMES } from './lists.ts'
import { SAVED_VIEW_MESSAGES as MESSAGES } from './messages.ts'

const ListSchema = z.enum(VIEWED_LIST_NAMES, MESSAGES.unknownList)

export const SavedViewQuerySchema = z.object({ list: ListSchema.describe('列表的名称。') })

export const SavedViewChangeSchema = z.object({
  name: requiredName(MESSAGES.name, SAVED_VIEWS.name),
  query: storedText()
    .max(SAVED_VIEWS.query)
    .describe('筛选条件，与页面地址中的参数相同；页码与打开的记录不属于视图，不保存。'),
  isShared: z.boolean().default(false).describe('能打开这个列表的同事是否都能看到。'),
})
export type SavedViewChange = z.output<typeof SavedViewChangeSchema>

export const SavedViewCreateSchema = SavedViewChangeSchema.extend({ list: ListSchema })
export type SavedViewCreate = z.output<typeof SavedViewCreateSchema>

export const SavedViewSchema = z.object({
  id: z.string(),
  // Staff may write the name of a customer, or search for a phone number.
  name: outsiderText(),
  query: outsiderText(),
  isShared: z.boolean(),
  owner: UserReferenceSchema,
  isOwn: z.boolean(),
  /** Whether the reader may change and delete it: their own, or with the permission `users:write` a shared one. */
  canChange: z.boolean(),
})
export type SavedView = z.output<typeof SavedViewSchema>
