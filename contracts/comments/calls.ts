import { z } from 'zod'
import { DELETE, GET, groupCalls, PATCH, POST, PUT, sentences } from '../call.ts'
import { idParams } from '../path-id.ts'
import {
  CommentCreateSchema,
  CommentResolutionSchema,
  CommentSchema,
  CommentSubjectSchema,
  CommentUpdateSchema,
  MentionableUserSchema,
} from './comment.ts'
import { COMMENT_MESSAGES as MESSAGES } from './messages.ts'

/** Every role of the back office has it; the service checks the permission to read the subject. */
const ACCESS = 'dashboard:read'
const CommentParamsSchema = idParams('批注编号。')

export const commentCalls = groupCalls('批注', '工作人员对提交、线索、产品与页面内容的批注，只在后台可见。', {
  list: GET('/api/comments', {
    access: ACCESS,
    query: CommentSubjectSchema,
    reply: z.array(CommentSchema),
    failureMessage: MESSAGES.loadFailed,
    summary: '列出一项内容的批注',
    description: sentences(
      '先发表的在前；能查看内容的人都能查看它的批注。',
      '没有查看联系方式权限的角色，文字中的号码与邮箱会隐去。',
    ),
  }),
  listMentionable: GET('/api/comments/mentionable', {
    access: ACCESS,
    query: CommentSubjectSchema,
    reply: z.array(MentionableUserSchema),
    failureMessage: MESSAGES.loadFailed,
    summary: '列出可以在批注中提到的人',
    description: '活跃且能查看这项内容的用户，按姓名排列；`searchText` 含姓名、首字母与拼音。',
  }),
  create: POST('/api/comments', {
    hasIdempotencyKey: true,
    access: ACCESS,
    body: CommentCreateSchema,
    failures: ['notFound', 'conflict'],
    reply: CommentSchema,
    message: MESSAGES.created,
    failureMessage: MESSAGES.saveFailed,
    summary: '发表批注或回复',
    description: '提到不能查看这项内容的人时返回400，写明是谁。回复与所回复的批注在同一字段。',
  }),
  update: PATCH('/api/comments/:id', {
    access: ACCESS,
    params: CommentParamsSchema,
    body: CommentUpdateSchema,
    failures: ['conflict'],
    reply: CommentSchema,
    message: MESSAGES.updated,
    failureMessage: MESSAGES.saveFailed,
    summary: '修改自己的批注',
  }),
  remove: DELETE('/api/comments/:id', {
    access: ACCESS,
    params: CommentParamsSchema,
    reply: z.null(),
    message: MESSAGES.removed,
    failureMessage: MESSAGES.saveFailed,
    summary: '删除自己的批注',
    description: '有回复的批注只清空文字，回复保留。',
  }),
  setResolution: PUT('/api/comments/:id/resolution', {
    access: ACCESS,
    params: CommentParamsSchema,
    body: CommentResolutionSchema,
    reply: CommentSchema,
    failureMessage: MESSAGES.saveFailed,
    summary: '把批注标为解决，或重新打开',
    description: '给出回复的编号时，指它所在的整个批注。',
  }),
})
