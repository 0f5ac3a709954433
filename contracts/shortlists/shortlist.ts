/**
 * Shortlists: requirements on attributes, with the products of a catalogue that match them, might match or fail, and
 * candidates that were added by hand.
 */
import { z } from 'zod'
import '../chinese-issues.ts'
import { MEMBER_ROLE_NAMES } from '../colleagues/roles.ts'
import { AttributeKeySchema } from '../facts/attribute.ts'
import { FACT_GRADES } from '../facts/vocabulary.ts'
import { SHORTLIST_LIMITS, TEXT } from '../limits.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from './messages.ts'
import { MATCH_STATUSES } from './statuses.ts'

const requirementParts = {
  attribute: AttributeKeySchema.describe('属性的键，须可用于筛选，或是以元计的价格。'),
  values: z
    .array(storedText().min(1).max(TEXT.word))
    .min(1, MESSAGES.valuesMissing)
    .max(SHORTLIST_LIMITS.values)
    .describe('满足其一即可：选项、`yes`、`partial`、`no`、证书级别，或 `none`（没有）、`held`（已取得）。'),
  atMost: z
    .int(MESSAGES.limitFormat)
    .min(1, MESSAGES.limitTooSmall)
    .max(SHORTLIST_LIMITS.atMost, MESSAGES.limitTooLarge)
    .describe('价格的上限，整数元，含上限本身。'),
  grade: z
    .enum(FACT_GRADES)
    .exclude(['claimed'])
    .optional()
    .describe('所据资料至少的等级；等级不够的为待确认。不填为不限，厂商自述即可。'),
}
const { attribute, values, atMost, grade } = requirementParts

/** A requirement as it is stored: values to choose from, or the upper limit of a price. */
export const RequirementSchema = z
  .union([z.object({ attribute, values, grade }), z.object({ attribute, atMost, grade })])
  .meta({ id: 'ShortlistRequirement' })
export type ShortlistRequirement = z.infer<typeof RequirementSchema>

/** A requirement as it is sent, with an error at each wrong part, which a union doesn't report. */
const RequirementInputSchema = z
  .object({ attribute, values: values.optional(), atMost: atMost.optional(), grade })
  .transform((requirement, context): ShortlistRequirement => {
    const { values: accepted, atMost: limit, ...others } = requirement
    if (accepted !== undefined && limit === undefined) return { ...others, values: accepted }
    if (accepted === undefined && limit !== undefined) return { ...others, atMost: limit }
    const [path, message] =
      limit === undefined ? ['values', MESSAGES.valuesMissing] : ['atMost', MESSAGES.valuesAndLimit]
    context.addIssue({ code: 'custom', path: [path], message })
    return z.NEVER
  })
  .describe('`values` 与 `atMost` 须有一项，且只有一项。')
  .meta({ id: 'ShortlistRequirementInput' })

const RequirementsSchema = z.array(RequirementInputSchema).max(SHORTLIST_LIMITS.requirements)
const RequiredRequirementsSchema = RequirementsSchema.describe('必须满足的要求。')
const PreferredRequirementsSchema = RequirementsSchema.describe('希望满足的要求，只影响排序。')

const CandidateIdsSchema = z
  .array(z.string().max(TEXT.word))
  .max(SHORTLIST_LIMITS.candidates)
  .superRefine((ids, context) => {
    const previous = new Set<string>()
    for (const [index, id] of ids.entries()) {
      if (previous.has(id)) context.addIssue({ code: 'custom', path: [index], message: MESSAGES.duplicateCandidate })
      previous.add(id)
    }
  })
  .describe('候选产品的编号，须在同一目录中。')

const requirementShape = {
  catalogue: z.enum(CATALOGUES).default('agent'),
  required: RequiredRequirementsSchema.default([]),
  preferred: PreferredRequirementsSchema.default([]),
}

type Requirements = { required: readonly { attribute: string }[]; preferred: readonly { attribute: string }[] }

/** Reports attributes with more than one requirement: a required one can't be preferred as well. */
function reportDuplicateAttributes(requirements: Requirements, context: z.RefinementCtx): void {
  const keys = new Set<string>()
  for (const kind of ['required', 'preferred'] as const)
    for (const [index, { attribute }] of requirements[kind].entries()) {
      if (keys.has(attribute))
        context.addIssue({ code: 'custom', path: [kind, index, 'attribute'], message: MESSAGES.duplicateAttribute })
      keys.add(attribute)
    }
}

/** Requirements that aren't saved. */
export const ShortlistPreviewSchema = z.object(requirementShape).superRefine(reportDuplicateAttributes)
export type ShortlistPreview = z.infer<typeof ShortlistPreviewSchema>

export const ShortlistCreateSchema = z
  .object({
    ...requirementShape,
    title: requiredText(MESSAGES.titleMissing),
    candidates: CandidateIdsSchema.default([]),
  })
  .superRefine(reportDuplicateAttributes)
  .meta({ id: 'ShortlistCreate' })
export type ShortlistCreate = z.infer<typeof ShortlistCreateSchema>

/** The fields that an owner can change, all of them required; candidates have separate calls. */
export const ShortlistUpdateSchema = z
  .object({
    title: requiredText(MESSAGES.titleMissing),
    notes: storedText().max(TEXT.paragraph),
    required: RequiredRequirementsSchema,
    preferred: PreferredRequirementsSchema,
    isNotified: z.boolean().describe('资料变化使结果改变，或候选产品的资料有更新时，是否邮件通知调用者。'),
  })
  .superRefine(reportDuplicateAttributes)
  .meta({ id: 'ShortlistUpdate' })
export type ShortlistUpdate = z.infer<typeof ShortlistUpdateSchema>

/** Products to add to the candidates of an existing shortlist; its existing candidates keep their positions. */
export const CandidatesAddSchema = z
  .object({ candidates: CandidateIdsSchema.min(1, MESSAGES.candidatesMissing) })
  .meta({ id: 'ShortlistCandidatesAdd' })

/** A requirement with the labels of its attribute and values. */
const LabeledRequirementSchema = z.object({
  attribute: z.string(),
  label: z.string(),
  valueLabels: z.array(z.string()).describe('所要求的取值，为供阅读的文字。'),
  minGrade: z.enum(FACT_GRADES).nullable().describe('要求的资料等级；`null` 为不限。'),
})
/** A requirement whose result is unknown. */
const UnknownRequirementSchema = LabeledRequirementSchema.extend({
  knownGrade: z.enum(FACT_GRADES).nullable().describe('资料称满足，只是等级不够时，其等级；否则为 `null`。'),
})
export type UnknownRequirement = z.infer<typeof UnknownRequirementSchema>
export type LabeledRequirement = z.infer<typeof LabeledRequirementSchema>

/** A requirement that a product meets. */
const MetRequirementSchema = LabeledRequirementSchema.extend({
  grade: z.enum(FACT_GRADES).describe('满足这一条所据资料的最高等级；`claimed` 为仅有厂商自述。'),
})
export type MetRequirement = z.infer<typeof MetRequirementSchema>

const ListedProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string().describe('标语；没有标语时为描述的开头。'),
  category: z.string(),
})

const preferredResultsShape = {
  preferredMet: z.array(MetRequirementSchema),
  preferredUnmet: z.array(LabeledRequirementSchema),
  preferredUnknown: z.array(UnknownRequirementSchema),
}
const MatchingProductSchema = z.object({
  product: ListedProductSchema,
  met: z.array(MetRequirementSchema).describe('已满足的必须要求，及其依据的等级。'),
  ...preferredResultsShape,
})
const UncertainProductSchema = MatchingProductSchema.extend({ unknown: z.array(UnknownRequirementSchema) })
const FailingProductSchema = MatchingProductSchema.extend({
  unmet: z.array(LabeledRequirementSchema.extend({ actual: z.string().describe('资料的取值，为供阅读的文字。') })),
  unknown: z.array(UnknownRequirementSchema),
})
const CandidateProductSchema = FailingProductSchema.extend({
  status: z.enum(MATCH_STATUSES).describe('是否满足必须的要求；没有要求时为 `matching`。'),
})
/** A candidate that is no longer in the catalogue, with its name when it was added. */
const UnlistedCandidateSchema = ListedProductSchema.pick({ id: true, name: true })
export type MatchingProduct = z.infer<typeof MatchingProductSchema>
export type UncertainProduct = z.infer<typeof UncertainProductSchema>
export type FailingProduct = z.infer<typeof FailingProductSchema>

/**
 * Each list is sorted by the number of preferred requirements met and limited to `SHORTLIST_LIMITS.listed` products;
 * `counts` are the totals.
 */
export const ShortlistResultSchema = z.object({
  matching: z.array(MatchingProductSchema),
  uncertain: z.array(UncertainProductSchema),
  failing: z.array(FailingProductSchema),
  counts: z.object({ matching: z.int(), uncertain: z.int(), failing: z.int() }),
})
export type ShortlistResult = z.infer<typeof ShortlistResultSchema>

/** A shortlist with its result, for anyone who has its URL. */
export const ShortlistSchema = z
  .object({
    id: z.string(),
    catalogue: z.enum(CATALOGUES),
    title: z.string(),
    notes: z.string(),
    required: z.array(RequirementSchema),
    preferred: z.array(RequirementSchema),
    requirements: z
      .array(LabeledRequirementSchema.extend({ kind: z.enum(['required', 'preferred']) }))
      .describe('全部要求及其写法，必须的在前。'),
    candidates: z.array(CandidateProductSchema).describe('手工加入的候选产品，按加入的先后排列。'),
    unlistedCandidates: z.array(UnlistedCandidateSchema).describe('已下线的候选产品，名称为加入时的名称。'),
    isNotified: z.boolean().describe('有变化时是否邮件通知调用者；未登录的为 `false`。'),
    isOwn: z.boolean().describe('调用者是否为负责人或协作者，可以修改。'),
    role: z.enum(MEMBER_ROLE_NAMES).nullable().describe('调用者的身份；他人为 `null`。'),
    version: z.int(),
    updatedAt: z.iso.datetime(),
  })
  .extend(ShortlistResultSchema.shape)
  .meta({ id: 'Shortlist' })
export type Shortlist = z.infer<typeof ShortlistSchema>

export const ShortlistSummarySchema = ShortlistSchema.pick({
  id: true,
  catalogue: true,
  title: true,
  isNotified: true,
  updatedAt: true,
}).extend({
  required: z.int(),
  preferred: z.int(),
  candidates: z.array(z.string()).describe('候选产品的编号。'),
  role: z.enum(MEMBER_ROLE_NAMES),
})
export type ShortlistSummary = z.infer<typeof ShortlistSummarySchema>

export const QUESTION_FORMATS = ['docx', 'xlsx', 'zip'] as const
export type QuestionFormat = (typeof QUESTION_FORMATS)[number]
