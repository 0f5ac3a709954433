/** An evaluation project: one decision with its candidates, weights, judges and steps. */
import { z } from 'zod'
import { MEMBER_ROLE_NAMES } from '../colleagues/roles.ts'
import { ThresholdsSchema } from '../documents/evaluation.ts'
import { emailAddress } from '../email-address.ts'
import { EvidenceGradeSchema } from '../evaluation/method.ts'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { PriceRuleSchema } from '../evaluation-analysis/price-rule.ts'
import { MatrixSchema } from '../evaluation-analysis/weights.ts'
import { text } from '../fields.ts'
import { IDENTITY_MESSAGES } from '../identity/messages.ts'
import { EVALUATION_ANALYSIS, SCORE, TEXT } from '../limits.ts'
import { WEIGHT } from '../rules/evaluation/criterion-weights.ts'
import { AGGREGATES } from '../rules/evaluation/scoring.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { CountedRuleSchema } from './counted.ts'
import { StatementSchema } from './interest.ts'
import { JUDGE_MODEL_KEY } from './judge-key.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'
import { SIGNING_RULES } from './signing.ts'
import { JUDGE_STATUSES, PROJECT_STATUSES } from './statuses.ts'
import { TEMPLATE_IDS } from './templates/template-ids.ts'

/** A product of the catalogue, or a candidate entered by hand. */
export const CandidateSchema = z.object({
  key: KeySchema.refine((key) => key !== JUDGE_MODEL_KEY, MESSAGES.reservedKey),
  name: requiredText(MESSAGES.candidateName),
  productId: storedText().max(TEXT.word).nullable().default(null),
  catalogue: z.enum(CATALOGUES).nullable().default(null),
})
export type ProjectCandidate = z.infer<typeof CandidateSchema>

const weight = z.number().min(0).max(WEIGHT.max)

/** What of an offer is scored. */
const PRICE_BASES = ['offer', 'threeYears'] as const
const PriceCriterionSchema = z.object({
  basis: z.enum(PRICE_BASES).default('offer').describe('`offer`：报价；`threeYears`：三年总成本。'),
  rule: PriceRuleSchema,
})

const ProjectCriterionSchema = z
  .object({
    key: KeySchema,
    title: requiredText(MESSAGES.criterionTitle),
    description: text(TEXT.paragraph),
    evidence: z.array(storedText().max(TEXT.paragraph)).max(50).default([]),
    weight,
    isRequired: z.boolean().default(false),
    minimum: z.number().min(SCORE.min).max(SCORE.max).nullable().default(null),
    /** Absent, and not `null`, for criteria that judges score: the hash of a locked setup covers its canonical JSON. */
    price: PriceCriterionSchema.optional().describe('由报价计算得分的准则，评委不打分。'),
    counted: CountedRuleSchema.optional().describe('由实测或试点数据计算得分的准则，评委不打分。'),
    isChecklist: z.literal(true).optional().describe('核对项：评委只选是（100）、部分（50）、否（0），或留空为未知。'),
  })
  .refine((criterion) => !criterion.isRequired || criterion.minimum !== null, {
    path: ['minimum'],
    error: MESSAGES.requiredMinimum,
  })
  .refine((criterion) => criterion.counted?.kind !== 'runs' || criterion.minimum !== null, {
    path: ['minimum'],
    error: MESSAGES.runMark,
  })
  .refine(({ price, counted, isChecklist }) => [price, counted, isChecklist].filter(Boolean).length <= 1, {
    path: ['counted'],
    error: MESSAGES.oneWayOfScoring,
  })
export type ProjectCriterion = z.infer<typeof ProjectCriterionSchema>

export const ProjectGroupSchema = z.object({
  key: KeySchema,
  title: requiredText(MESSAGES.criterionTitle),
  weight,
  criteria: z.array(ProjectCriterionSchema).min(1).max(EVALUATION_ANALYSIS.criteria),
})

/**
 * How the weights of one level were determined: those of the groups (`scope` is null), or of a group's criteria.
 * Numbers are entered directly; an order or a matrix is stored, and the server derives the weights from it.
 */
const WeightingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('numbers'), scope: KeySchema.nullable() }),
  z.object({ kind: z.literal('order'), scope: KeySchema.nullable(), order: z.array(KeySchema).min(1) }),
  z.object({
    kind: z.literal('pairs'),
    scope: KeySchema.nullable(),
    keys: z.array(KeySchema).min(1),
    matrix: MatrixSchema,
  }),
])
export type Weighting = z.infer<typeof WeightingSchema>

/** Decided before scoring starts, and locked from then on. */
export const ProjectSetupSchema = z
  .object({
    candidates: z.array(CandidateSchema).max(EVALUATION_ANALYSIS.candidates),
    /** The profile that the initial weights are from. */
    profile: KeySchema.nullable().default(null),
    groups: z.array(ProjectGroupSchema).min(1).max(EVALUATION_ANALYSIS.criteria),
    weightings: z.array(WeightingSchema).default([]),
    grades: z.array(EvidenceGradeSchema).min(1).max(EVALUATION_ANALYSIS.grades),
    thresholds: ThresholdsSchema,
    aggregate: z.enum(AGGREGATES).default('mean'),
    /** Absent, and not `null`, for projects by the platform's method, as `price` of a criterion. */
    template: z.string().max(TEXT.word).optional().describe('项目开始时的方法模板。'),
    /** Absent in earlier projects. */
    statement: StatementSchema.optional(),
    /** Absent in earlier projects, which require no signatures. */
    signing: z.enum(SIGNING_RULES).optional().describe('`required`：评委未签齐时，定稿须写原因。'),
  })
  .meta({ id: 'EvaluationProjectSetup' })
export type ProjectSetup = z.infer<typeof ProjectSetupSchema>

const names = { name: requiredText(MESSAGES.name), description: text(TEXT.paragraph) }

/** `products` are product ids, from either catalogue, that become the first candidates. */
export const ProjectCreateSchema = z
  .object({
    ...names,
    products: z.array(requiredText(MESSAGES.unknownProduct, TEXT.word)).max(EVALUATION_ANALYSIS.candidates).default([]),
    profile: KeySchema.nullable().default(null),
    template: z.enum(TEMPLATE_IDS, MESSAGES.unknownTemplate).optional().describe('方法模板；不填为平台的评估方法。'),
  })
  .meta({ id: 'EvaluationProjectCreate' })
export type ProjectCreate = z.infer<typeof ProjectCreateSchema>

export const ProjectUpdateSchema = z
  .object({ ...names, setup: ProjectSetupSchema })
  .meta({ id: 'EvaluationProjectUpdate' })
export type ProjectUpdate = z.infer<typeof ProjectUpdateSchema>

/** Moving back requires a reason, which the report shows. */
export const ProjectStatusChangeSchema = z.object({ to: z.enum(PROJECT_STATUSES), reason: text(TEXT.paragraph) })
export type ProjectStatusChange = z.infer<typeof ProjectStatusChangeSchema>

/** One change of status. */
export const ProjectStepSchema = z.object({
  from: z.enum(PROJECT_STATUSES),
  to: z.enum(PROJECT_STATUSES),
  at: z.iso.datetime(),
  by: z.string(),
  reason: z.string(),
})
export type ProjectStep = z.infer<typeof ProjectStepSchema>

export const JudgeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the judge was invited by email and scores signed in; other judges use a link. */
  isMember: z.boolean(),
  status: z.enum(JUDGE_STATUSES),
  /** Cells scored in the current round. */
  scored: z.int(),
  submittedAt: z.iso.datetime().nullable(),
  /** When the judge could first see the scores of others; `null` if never. */
  othersVisibleAt: z.iso.datetime().nullable(),
  linkExpiresAt: z.iso.datetime().nullable(),
})
export type ProjectJudge = z.infer<typeof JudgeSchema>

const EmailAddressSchema = emailAddress(IDENTITY_MESSAGES.emailFormat, IDENTITY_MESSAGES.emailFormat)

/**
 * With `email`, the user of that account scores signed in, even if the account is created later; otherwise the reply
 * includes a link.
 */
export const JudgeCreateSchema = z.object({
  name: requiredText(MESSAGES.judgeName, TEXT.word),
  email: storedText()
    .trim()
    .refine((email) => email === '' || EmailAddressSchema.safeParse(email).success, IDENTITY_MESSAGES.emailFormat)
    .default('')
    .transform((email) => email.toLowerCase()),
})
export type JudgeCreate = z.infer<typeof JudgeCreateSchema>

/**
 * The link is returned only once: the server stores just its hash. It is `null` for a member, who is sent a mail if
 * mail is configured; `isMailed` is then true.
 */
export const JudgeInvitationSchema = z.object({
  judge: JudgeSchema,
  link: z.string().nullable(),
  isMailed: z.boolean(),
})
export type JudgeInvitation = z.infer<typeof JudgeInvitationSchema>

/** How many days a reader link is valid; `null` means until it is revoked. */
const READER_LINK_VALIDITY_DAYS = [7, 30, 90, 365] as const
export const ReaderLinkCreateSchema = z.object({
  days: z
    .literal([...READER_LINK_VALIDITY_DAYS, null], MESSAGES.unknownReaderLinkDays)
    .default(30)
    .describe('有效天数；`null` 为长期有效。'),
})
export type ReaderLinkCreate = z.infer<typeof ReaderLinkCreateSchema>

/**
 * The link is returned only once: the server stores just its hash. `expiresAt` is null if it is valid until revoked.
 */
export const ReaderLinkSchema = z.object({ link: z.string(), expiresAt: z.iso.datetime().nullable() })
export type ReaderLink = z.infer<typeof ReaderLinkSchema>

/** The caller's role in a project. */
export const PROJECT_ROLES = [...MEMBER_ROLE_NAMES, 'judge', 'reader'] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]

export const ProjectSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(PROJECT_STATUSES),
    role: z.enum(PROJECT_ROLES),
    candidates: z.array(z.string()),
    judges: z.int(),
    submittedJudges: z.int(),
    updatedAt: z.iso.datetime(),
    deletedAt: z.iso.datetime().nullable(),
    reportId: z.string().nullable(),
  })
  .meta({ id: 'EvaluationProjectSummary' })
export type ProjectSummary = z.infer<typeof ProjectSummarySchema>
