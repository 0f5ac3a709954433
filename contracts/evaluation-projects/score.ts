/** What judges submit about candidates: scores with their evidence. */
import { z } from 'zod'
import { EvidenceGradeSchema } from '../evaluation/method.ts'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { LinkSchema, text } from '../fields.ts'
import { SCORE, TEXT } from '../limits.ts'
import { DeclarationCreateSchema, InterestSchema, WithdrawalCreateSchema } from './interest.ts'
import { CandidateSchema, ProjectGroupSchema } from './project.ts'
import { SealSchema } from './seal.ts'
import { SignatureCreateSchema, SigningSchema } from './signing.ts'
import { JUDGE_STATUSES, PROJECT_STATUSES } from './statuses.ts'
import { TaskSchema } from './task.ts'
import { TrialSchema, TrialsAddSchema } from './trial.ts'
import { VendorAnswersSchema } from './vendor-answer.ts'

/** `hash` is the SHA-256 of the stored bytes in hex, by which a report references its evidence. */
export const EvidenceFileSchema = z.object({ id: z.string(), name: z.string(), size: z.int(), hash: z.string() })
export type EvidenceFile = z.infer<typeof EvidenceFileSchema>

const cell = { candidate: KeySchema, criterion: KeySchema }

/**
 * A judge's score of a candidate on a criterion. A null `score` means that the judge reviewed the candidate without
 * scoring it. `version` counts its saves (optimistic locking): a save sends the version that it is based on, 0 for the
 * first.
 */
const ScoreSaveSchema = z.object({
  ...cell,
  score: z.int().min(SCORE.min).max(SCORE.max).nullable(),
  grade: KeySchema.nullable(),
  note: text(TEXT.paragraph),
  links: z.array(LinkSchema).max(10).default([]),
  /** Why a score of the first round is revised. */
  reason: text(TEXT.paragraph),
  version: z.int().min(0),
})
export type ScoreSave = z.infer<typeof ScoreSaveSchema>

/** A revision that a later one replaced. */
export const ScoreRevisionSchema = z.object({
  score: z.int().nullable(),
  grade: z.string().nullable(),
  reason: z.string(),
  at: z.iso.datetime(),
})
export type ScoreRevision = z.infer<typeof ScoreRevisionSchema>

export const JudgeScoreSchema = ScoreSaveSchema.extend({
  judge: z.string(),
  round: z.union([z.literal(1), z.literal(2)]),
  files: z.array(EvidenceFileSchema),
  revisions: z.array(ScoreRevisionSchema).optional().describe('复议中的历次修改，不含最后一次；只修改过一次时没有。'),
  updatedAt: z.iso.datetime(),
})
export type ProjectScore = z.infer<typeof JudgeScoreSchema>

/**
 * Access to a project for scoring: the secret of a link, or a project's id for a signed-in member. It is sent in the
 * body, so that it never appears in a log or a referrer.
 */
export const JudgeCredentialsSchema = z.union([
  z.object({ token: z.string().min(1).max(TEXT.line) }),
  z.object({ project: z.string().min(1).max(TEXT.word) }),
])
export type JudgeCredentials = z.infer<typeof JudgeCredentialsSchema>

/**
 * A score that tests suggest for a cell: trials that people entered, or those of the newest run that has ended. `grade` is
 * the most that they count for; `null` if the project doesn't have it.
 */
const SuggestionSchema = z.object({
  ...cell,
  score: z.int(),
  passed: z.int(),
  trials: z.int().describe('判定为通过或未通过的试次。'),
  grade: KeySchema.nullable(),
  run: z
    .object({ title: z.string(), finishedAt: z.iso.datetime() })
    .nullable()
    .describe('取自哪次运行；人登记的试次为 `null`。'),
})
export type JudgingSuggestion = z.infer<typeof SuggestionSchema>

/** A project as a judge sees it. */
export const JudgingSchema = z
  .object({
    project: z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      status: z.enum(PROJECT_STATUSES),
      ownerName: z.string(),
    }),
    judge: z.object({ id: z.string(), name: z.string(), status: z.enum(JUDGE_STATUSES) }),
    candidates: z.array(CandidateSchema),
    groups: z.array(ProjectGroupSchema),
    grades: z.array(EvidenceGradeSchema),
    scores: z.array(JudgeScoreSchema),
    /** The judges whose scores are included: the judge alone, or all who have submitted if `hasAllScores`. */
    judges: z.array(z.object({ id: z.string(), name: z.string() })),
    tasks: z.array(TaskSchema),
    trials: z.array(TrialSchema),
    seals: z.array(SealSchema),
    suggestions: z.array(SuggestionSchema),
    interest: InterestSchema.describe('利益冲突声明；复议开始之前只有自己的。'),
    signing: SigningSchema.describe('终表的签署。'),
    canSign: z.boolean().describe('现在可以签署终表。'),
    vendorAnswers: z.array(VendorAnswersSchema).describe('厂商在征询中的回答，不含报价。'),
    /** Whether the scores of all who have submitted are included: from 复议 on, if the judge has submitted as well. */
    hasAllScores: z.boolean(),
  })
  .meta({ id: 'EvaluationJudging' })
export type Judging = z.infer<typeof JudgingSchema>

const withAccess = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ access: JudgeCredentialsSchema, ...shape })
export const JudgingRequestSchema = withAccess({})
export const ScoreRequestSchema = withAccess({ score: ScoreSaveSchema })
export const JudgeTrialsRequestSchema = withAccess(TrialsAddSchema.shape)
export const DeclarationRequestSchema = withAccess({ declaration: DeclarationCreateSchema })
export const WithdrawalRequestSchema = withAccess({ withdrawal: WithdrawalCreateSchema })
export const SignatureRequestSchema = withAccess({ signature: SignatureCreateSchema })
export const EvidenceRequestSchema = withAccess({ file: z.string().max(TEXT.word) })
