/** Declarations of interest: what each judge declares before scoring, and the candidates that this bars them from. */
import { z } from 'zod'
import { KeySchema, reportDuplicates } from '../evaluation-analysis/keys.ts'
import { EVALUATION_ANALYSIS, TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'

export const StatementSchema = requiredText(MESSAGES.statement, TEXT.paragraph).describe(
  '评委打分前确认的利益冲突声明，开始打分时随设定锁定；不填为平台的文本。',
)

const reason = requiredText(MESSAGES.conflictReason, TEXT.line)

const ConflictCreateSchema = z.object({
  candidate: KeySchema,
  reason: reason.describe('与这个候选有什么利益关系。'),
})
export type ConflictCreate = z.infer<typeof ConflictCreateSchema>

/**
 * What somebody declares. `conflicts` are added to those that they have declared already, which only the owner can
 * confirm as withdrawn.
 */
export const DeclarationCreateSchema = z.object({
  statementHash: z.string().max(TEXT.line).describe('所确认的声明的 `statementHash`；声明已改动时返回409。'),
  conflicts: z
    .array(ConflictCreateSchema)
    .max(EVALUATION_ANALYSIS.candidates)
    .default([])
    .superRefine((conflicts, context) =>
      reportDuplicates(
        conflicts.map(({ candidate }, index) => ({ key: candidate, path: [index, 'candidate'] })),
        context,
      ),
    )
    .describe('有利益冲突的候选；没有则为空。'),
})
export type DeclarationCreate = z.infer<typeof DeclarationCreateSchema>

export const WithdrawalCreateSchema = z.object({ candidate: KeySchema, reason: reason.describe('为什么撤回。') })
export type WithdrawalCreate = z.infer<typeof WithdrawalCreateSchema>

export const WithdrawalDecisionSchema = z.object({
  candidate: KeySchema,
  isConfirmed: z.boolean().describe('同意撤回；否则驳回。'),
  reason: requiredText(MESSAGES.reason, TEXT.line).describe('为什么同意或驳回。'),
})
export type WithdrawalDecision = z.infer<typeof WithdrawalDecisionSchema>

/** A judge asked to withdraw a conflict; until an owner has confirmed this, it stands. */
const WithdrawalSchema = z.object({
  reason: z.string(),
  requestedAt: z.iso.datetime(),
  decision: z
    .object({ isConfirmed: z.boolean(), reason: z.string(), by: z.string(), decidedAt: z.iso.datetime() })
    .nullable(),
})

export const ConflictSchema = z.object({
  candidate: z.string(),
  /** As the candidate was called then. */
  name: z.string(),
  reason: z.string(),
  declaredAt: z.iso.datetime(),
  withdrawals: z.array(WithdrawalSchema).describe('历次撤回的请求，最早的在前。'),
})
export type Conflict = z.infer<typeof ConflictSchema>

export const DeclarationSchema = z.object({
  judge: z.string().nullable().describe('评委编号；不担任评委的负责人为 `null`。'),
  name: z.string(),
  isRemoved: z.literal(true).optional().describe('声明的评委已被移除；其余的声明没有这一项。'),
  declaredAt: z.iso.datetime().describe('最近一次声明的时间。'),
  isCurrent: z.boolean().describe('所确认的是现在的声明与候选。'),
  conflicts: z.array(ConflictSchema).describe('声明过的利益冲突，已撤回的也在内。'),
})
export type Declaration = z.infer<typeof DeclarationSchema>

export const InterestSchema = z.object({
  statement: z.string().describe('要确认的声明。'),
  statementHash: z.string().describe('声明与候选的规范JSON的SHA-256，十六进制。'),
  declarations: z.array(DeclarationSchema).describe('已作的声明；没有列出的评委还没有声明。'),
})
export type Interest = z.infer<typeof InterestSchema>
