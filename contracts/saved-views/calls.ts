import { z } from 'zod'
import { DELETE, GET, groupCalls, POST, PUT } from '../call.ts'
import { SAVED_VIEWS } from '../limits.ts'
import { idParams } from '../path-id.ts'
import { SAVED_VIEW_MESSAGES as MESSAGES } from './messages.ts'
import { SavedViewChangeSchema, SavedViewCreateSchema, SavedViewQuerySchema, SavedViewSchema } from './saved-view.ts'

/** Every role of the back office has it; the service checks the permission of the list. No program looks at lists. */
const STAFF = { access: 'dashboard:read', keys: 'never' } as const
const SavedViewParamsSchema = idParams('视图编号。')

export const savedViewCalls = groupCalls('视图', '后台列表的筛选条件，取名保存，可与同事共享。', {
  list: GET('/api/saved-views', {
    ...STAFF,
    query: SavedViewQuerySchema,
    reply: z.array(SavedViewSchema),
    failureMessage: MESSAGES.loadFailed,
    summary: '列出一个列表的视图',
    description: '自己的与同事共享的，自己的在前，先保存的在前。',
  }),
  create: POST('/api/saved-views', {
    ...STAFF,
    hasIdempotencyKey: true,
    body: SavedViewCreateSchema,
    failures: ['conflict'],
    reply: SavedViewSchema,
    message: MESSAGES.saved,
    failureMessage: MESSAGES.saveFailed,
    summary: '保存一个视图',
    description: `一人在一个列表最多${SAVED_VIEWS.perList}个，名称不重复。`,
  }),
  change: PUT('/api/saved-views/:id', {
    ...STAFF,
    params: SavedViewParamsSchema,
    body: SavedViewChangeSchema,
    failures: ['conflict'],
    reply: SavedViewSchema,
    message: MESSAGES.saved,
    failureMessage: MESSAGES.saveFailed,
    summary: '修改视图',
    description: '自己的；有权管理用户的人也可以修改同事共享的。',
  }),
  remove: DELETE('/api/saved-views/:id', {
    ...STAFF,
    params: SavedViewParamsSchema,
    reply: z.null(),
    message: MESSAGES.removed,
    failureMessage: MESSAGES.saveFailed,
    summary: '删除视图',
    description: '与修改的权限相同。共享的视图对同事也随之消失；账号删除时，其视图一并删除。',
  }),
})
