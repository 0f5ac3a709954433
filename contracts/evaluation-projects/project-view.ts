/** A project as its owner and readers with a link see it. */
import { z } from 'zod'
import { AnalysisSchema } from '../evaluation-analysis/analysis.ts'
import { TrialsReplySchema } from '../evaluation-analysis/trials.ts'
import { MeasurementsSchema, TrialCountSchema } from './counted.ts'
import { DeclarationSchema, InterestSchema } from './interest.ts'
import { ProjectOffersSchema } from './offer.ts'
import { JudgeSchema, PROJECT_ROLES, ProjectSetupSchema, ProjectStepSchema } from './project.ts'
import { ActEntrySchema } from './record.ts'
import { JudgeScoreSchema } from './score.ts'
import { SealSchema } from './seal.ts'
import { SigningSchema } from './signing.ts'
import { PROJECT_STATUSES, SCORE_VISIBILITIES } from './statuses.ts'
import { TaskSchema } from './task.ts'
import { TrialSchema } from './trial.ts'

export const ProjectViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(PROJECT_STATUSES),
    role: z.enum(PROJECT_ROLES),
    ownerName: z.string(),
    isExample: z.boolean(),
    methodVersion: z.int(),
    /** A later version of the method, if one exists. */
    newerMethod: z.int().nullable(),
    setup: ProjectSetupSchema,
    lockedAt: z.iso.datetime().nullable(),
    /** The SHA-256 of the canonical setup, computed when it was locked. */
    lockHash: z.string().nullable(),
    judges: z.array(JudgeSchema),
    /** Whether a reader link has been created and not revoked; it may have expired. */
    hasReaderLink: z.boolean(),
    /** `null` if the link is valid until revoked. */
    readerLinkExpiresAt: z.iso.datetime().nullable(),
    steps: z.array(ProjectStepSchema),
    offers: ProjectOffersSchema.describe('报价；只有负责人能看到，直到评分公开。'),
    measurements: MeasurementsSchema.describe('试点数据；与报价一样，评分公开之前只有负责人能看到。'),
    tasks: z.array(TaskSchema),
    trials: z.array(TrialSchema),
    seals: z.array(SealSchema).describe('题目的历次密封，最早的在前。'),
    interest: InterestSchema.describe('利益冲突声明。'),
    ownDeclaration: DeclarationSchema.nullable().describe('调用者以负责人身份所作的声明；没有则为 `null`。'),
    ownSeats: z.array(z.string()).describe('调用者自己的评委编号：不能决定自己的撤回。'),
    signing: SigningSchema.describe('终表的签署；看不到评分时，不列签署。'),
    /** Scores of judges who have submitted; empty unless the caller may see them. */
    scores: z.array(JudgeScoreSchema),
    scoreVisibility: z
      .enum(SCORE_VISIBILITIES)
      .describe(
        '`visible`：可以查看评分；`untilReview`：复议开始后；`untilOwnSubmission`：自己也是评委，提交自己的评分后；`untilAllSubmitted`：所有评委提交后。',
      ),
    linkRenewals: z
      .array(ActEntrySchema.omit({ id: true }))
      .describe('评委开始打分之后，更换其链接的记录，最早的在前。'),
    reportId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'EvaluationProject' })
export type ProjectView = z.infer<typeof ProjectViewSchema>

/** `null` if there is nothing to analyze yet. */
export const ProjectAnalysisSchema = z
  .object({
    analysis: AnalysisSchema.nullable(),
    firstRound: AnalysisSchema.nullable().describe('复议修改过评分时，第一轮评分的分析，不含稳健性；否则为 `null`。'),
    trialAnalysis: TrialsReplySchema.nullable(),
    trialCounts: z.array(TrialCountSchema).describe('由实测计算的准则，各候选通过的次数。'),
  })
  .meta({ id: 'EvaluationProjectAnalysis' })
export type ProjectAnalysis = z.infer<typeof ProjectAnalysisSchema>
