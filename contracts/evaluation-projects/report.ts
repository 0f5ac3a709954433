/** The report of a finished project, and the signature that proves that it is unchanged. */
import { z } from 'zod'
import { AnalysisSchema } from '../evaluation-analysis/analysis.ts'
import { TrialsReplySchema } from '../evaluation-analysis/trials.ts'
import { MeasurementsSchema, TrialCountSchema } from './counted.ts'
import { InterestSchema } from './interest.ts'
import { ProjectOffersSchema } from './offer.ts'
import { ProjectSetupSchema, ProjectStepSchema } from './project.ts'
import { ActEntrySchema } from './record.ts'
import { ReportRunsSchema } from './report-runs.ts'
import { JudgeScoreSchema } from './score.ts'
import { OpenedSealSchema } from './seal.ts'
import { SigningSchema } from './signing.ts'
import { ReportTaskSchema } from './task.ts'
import { TrialSchema } from './trial.ts'

/** The version of the report format; existing reports keep theirs. */
export const REPORT_FORMAT = 'zhijian-evaluation-report/1'

/** Earlier reports don't include when a judge submitted, and when they could first see the scores of others. */
const ReportJudgeSchema = z.object({
  id: z.string(),
  name: z.string(),
  submittedAt: z.iso.datetime().nullable().optional(),
  othersVisibleAt: z.iso.datetime().nullable().optional(),
})

/** The data of a report, which is hashed and signed in the canonical form of RFC 8785. */
const ReportDataSchema = z
  .object({
    format: z.literal(REPORT_FORMAT),
    id: z.string(),
    project: z.object({ name: z.string(), description: z.string(), ownerName: z.string() }),
    methodVersion: z.int(),
    createdAt: z.iso.datetime(),
    lockedAt: z.iso.datetime(),
    lockHash: z.string(),
    setup: ProjectSetupSchema,
    /** The title of the use case that the weights began with. Earlier reports don't include it. */
    profile: z.string().nullable().optional(),
    judges: z.array(ReportJudgeSchema),
    /** The names of invited judges who hadn't submitted: nothing of theirs counts. Earlier reports don't include them. */
    absentJudges: z.array(z.string()).optional(),
    scores: z.array(JudgeScoreSchema),
    /** Who declared which interests; scores of candidates that a judge is barred from don't count. Earlier reports don't include it. */
    interest: InterestSchema.optional(),
    /** The signatures of the final table, which `createFinalTable` builds from these data. Earlier reports don't include them. */
    signing: SigningSchema.extend({
      unsigned: z.array(z.string()).describe('没有签署的评委。'),
      unsignedReason: z.string().describe('未签齐而定稿的原因；没有则为空。'),
    }).optional(),
    /** The offers from which price criteria were counted. Earlier reports don't include them. */
    offers: ProjectOffersSchema.optional(),
    /** What criteria of a pilot were counted from, if there were any. */
    measurements: MeasurementsSchema.optional(),
    /** What criteria were counted from in trials, if there were any. */
    trialCounts: z.array(TrialCountSchema).optional(),
    tasks: z.array(ReportTaskSchema),
    /** Earlier reports don't include who ran a trial, nor whether it counts. */
    trials: z.array(TrialSchema.partial({ runner: true, isSetAside: true })),
    steps: z.array(ProjectStepSchema),
    analysis: AnalysisSchema,
    /** The analysis of the first round, if scores were revised. Earlier reports don't include it. */
    firstRound: AnalysisSchema.nullable().optional(),
    trialAnalysis: TrialsReplySchema.nullable(),
    /** The runs of the project, if it had any. Earlier reports don't include them. */
    runs: ReportRunsSchema.optional(),
    /** The seals of the project's questions with what they covered, oldest first, if there were any. */
    seals: z.array(OpenedSealSchema).optional(),
    /** The project's record up to the report, oldest first. Earlier reports don't include it. */
    record: z.array(ActEntrySchema.omit({ id: true })).optional(),
  })
  .meta({ id: 'EvaluationReportData' })
export type ReportData = z.infer<typeof ReportDataSchema>

/**
 * `hash` is the SHA-256 of the canonical data in hex; `signature` is the Ed25519 signature of the canonical data
 * itself, in base64url; `keyId` names the key. A downloaded file contains exactly this.
 */
const SignedReportSchema = z
  .object({ data: ReportDataSchema, hash: z.string(), signature: z.string(), keyId: z.string() })
  .meta({ id: 'SignedEvaluationReport' })
export type SignedReport = z.infer<typeof SignedReportSchema>

/** What became of a report since it was signed, which its file can't say. */
export const ReportReplySchema = SignedReportSchema.extend({
  isCurrent: z.boolean().describe('项目此后又退回修改时为 `false`。'),
  newerAt: z.iso.datetime().nullable().describe('项目有更新的报告时，为其定稿时间。'),
  isPublished: z.boolean().describe('平台以这份报告发布过评估，且没有全部撤回。其余报告的评分未经平台审核。'),
  withdrawnAt: z.iso.datetime().nullable().describe('以这份报告发布的评估都已撤回时，为最后一次撤回的时间。'),
}).meta({ id: 'EvaluationReportReply' })
export type ReportReply = z.infer<typeof ReportReplySchema>

/** Public keys as JWKs (RFC 8037), newest first. */
const ReportKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  /** The key's thumbprint (RFC 7638). */
  kid: z.string(),
  use: z.literal('sig'),
})
export type ReportKey = z.infer<typeof ReportKeySchema>
export const ReportKeysSchema = z.object({ keys: z.array(ReportKeySchema) }).meta({ id: 'EvaluationReportKeys' })
