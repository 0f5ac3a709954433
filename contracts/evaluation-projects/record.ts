/** The record of a project (项目记录): who did what and when, for those who run it and in its report. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { PaginationSchema, pageNumber } from '../pagination.ts'
import { ACT_KIND_NAMES, ACT_NAMES, ACTOR_ROLE_NAMES } from './acts.ts'

/** One act. Neither scores nor secrets are ever in a record. */
export const ActEntrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.string().describe('操作人；平台自动进行的为空。'),
    role: z.enum(ACTOR_ROLE_NAMES).describe('操作人当时的身份。'),
    act: z.enum(ACT_NAMES).describe('做了什么。'),
    subject: z.string().describe('所涉及的人；没有时为空。'),
    detail: z.string().describe('具体内容。'),
  })
  .meta({ id: 'EvaluationProjectAct' })
export type ActEntry = z.infer<typeof ActEntrySchema>

/** A page of a record, newest first. */
export const recordPage = { items: z.array(ActEntrySchema), pagination: PaginationSchema }

export const RecordQuerySchema = z.object({
  kind: z.enum(ACT_KIND_NAMES).optional().describe('只列某一类。'),
  page: pageNumber.default(1),
})
export type RecordQuery = z.output<typeof RecordQuerySchema>
