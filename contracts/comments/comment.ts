/** Comments of the staff on what they work on. They are never visible outside of the back office. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { COMMENTS, TEXT } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { COMMENT_KINDS } from './kinds.ts'
import { COMMENT_MESSAGES as MESSAGES } from './messages.ts'

export const CommentSchema = z
  .object({
    id: z.string(),
    /** The comment that began the thread; its own id for that comment. */
    thread: z.string(),
    /** The field that the thread is about, such as `hero.title`; '' for the subject as a whole. */
    path: z.string(),
    /** '' if the comment was deleted and is kept because it has replies. */
    text: outsiderText(),
    author: UserReferenceSchema,
    isOwn: z.boolean(),
    isDeleted: z.boolean(),
    mentions: z.array(UserReferenceSchema),
    createdAt: z.iso.datetime(),
    editedAt: z.iso.datetime().nullable(),
    /** Only threads as a whole are resolved: set for the comments that began them. */
    resolvedAt: z.iso.datetime().nullable(),
    resolvedBy: UserReferenceSchema.nullable(),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof CommentSchema>

/** Somebody who may be mentioned, with what their name is searched by: the name, its initials and its pinyin. */
export const MentionableUserSchema = UserReferenceSchema.extend({ searchText: outsiderText() })

const subjectFields = {
  kind: z
    .enum(COMMENT_KINDS, MESSAGES.unknownKind)
    .describe('`submission` 为产品提交，`lead` 为线索，`product` 为产品，`document` 为页面内容。'),
  id: requiredText(MESSAGES.subjectNotFound, TEXT.word).describe('编号；页面内容为其种类，如 `home`。'),
}
export const CommentSubjectSchema = z.object(subjectFields)
export type CommentSubject = z.infer<typeof CommentSubjectSchema>

const text = requiredText(MESSAGES.text, TEXT.paragraph)
const mentions = z
  .array(storedText().max(TEXT.word))
  .max(COMMENTS.mentions, MESSAGES.tooManyMentions)
  .default([])
  .describe('提到的人的用户编号，须能查看这项内容。')

export const CommentCreateSchema = z.object({
  subject: CommentSubjectSchema.extend({
    path: storedText().max(TEXT.link).default('').describe('所批注的字段，如 `hero.title`；留空为整项内容。'),
  }),
  thread: storedText().max(TEXT.word).optional().describe('所回复的批注，未给出时开始新的批注。'),
  text,
  mentions,
})
export type CommentCreate = z.infer<typeof CommentCreateSchema>

export const CommentUpdateSchema = z.object({ text, mentions })
export type CommentUpdate = z.infer<typeof CommentUpdateSchema>

export const CommentResolutionSchema = z.object({ isResolved: z.boolean() })
