/** People judge the replies of a run without knowing whose they are, one by one or two side by side. */
import { z } from 'zod'
import { PairsReplySchema } from '../evaluation-analysis/pairs.ts'
import { JudgeCredentialsSchema } from '../evaluation-projects/score.ts'
import { text } from '../fields.ts'
import { GRADING, RUNS, TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { GRADING_MESSAGES as MESSAGES } from './messages.ts'
import { GRADING_SCALES, GRADING_STATUSES, PAIR_VERDICTS, POINTS, REPLY_VERDICTS } from './verdicts.ts'

const settings = {
  scale: z.enum(GRADING_SCALES).describe(`\`points\` 为0至${POINTS.max}分，${POINTS.pass}分起算通过。`),
  readers: z.int().min(1).max(GRADING.readers.max).describe('每条由几人判定；没有多数时再加一人。'),
  share: z.number().min(0).max(1).describe('在已判定的试次中抽取的比例，各候选分别抽取。'),
  hasDisputed: z.boolean().describe('裁判模型与其他检查不一致的也由人判定。'),
  hasSealed: z.boolean().describe('运行结束后，封存的任务也由人判定；评委会看到题目。'),
  pairs: z.int().min(0).max(GRADING.pairs.max).describe('并排对比多少对。'),
  hiddenWords: z
    .array(requiredText(MESSAGES.hiddenWord))
    .max(GRADING.hiddenWords)
    .describe('回答中要隐去的词；候选的名称与模型名总是隐去。'),
  seed: z.int().min(0).max(RUNS.seedMax).describe('决定抽样、次序与左右。'),
}

/** How replies are read; decided by the project's owner. */
export const GradingSettingsSchema = z
  .object({
    scale: settings.scale.default('verdict'),
    readers: settings.readers.default(GRADING.readers.initial),
    share: settings.share.default(GRADING.share),
    hasDisputed: settings.hasDisputed.default(true),
    hasSealed: settings.hasSealed.default(false),
    pairs: settings.pairs.default(GRADING.pairs.initial),
    hiddenWords: settings.hiddenWords,
    seed: settings.seed.default(1),
  })
  .meta({ id: 'EvaluationGradingSettings' })
export type GradingSettings = z.infer<typeof GradingSettingsSchema>

/** What is absent stays as it was saved, or as it is suggested before the first time. */
export const GradingSettingsSaveSchema = z.object(settings).partial().meta({ id: 'EvaluationGradingSettingsSave' })
export type GradingSettingsSave = z.infer<typeof GradingSettingsSaveSchema>

const verdict = z.enum([...REPLY_VERDICTS.verdict, ...REPLY_VERDICTS.points, ...PAIR_VERDICTS])

/** `agreed` of the `units` that at least two people have read are those of which all say the same. */
const AgreementSchema = z.object({
  alpha: z.number().nullable().describe('Krippendorff的α；没有可比的或全部相同时为空。'),
  reason: z.enum(['noPairs', 'noVariation']).nullable(),
  units: z.int(),
  agreed: z.int(),
})

const progress = z.object({ total: z.int(), decided: z.int() })

const DisputeSchema = z.object({
  task: z.string(),
  candidate: z.string(),
  repeat: z.int(),
  isPassed: z.boolean().nullable().describe('多数人的判定；没有多数时为空。'),
  readings: z.array(z.object({ reader: z.string(), verdict, reason: z.string() })),
})
export type GradingDispute = z.infer<typeof DisputeSchema>

/** What people said, once the reading is closed. */
export const GradingResultsSchema = z.object({
  readers: z.array(z.string()).describe('判定过的人。'),
  read: z.int().describe('由人判定通过与未通过的试次。'),
  passed: z.int(),
  overturned: z.int().describe('其中与检查的判定不同的。'),
  undecided: z.int().describe('没有判定完的。'),
  setAside: z.int().describe('判定之后声明了利益冲突，因此不计入的判定。'),
  agreement: AgreementSchema,
  disputed: z.int().describe('判定不一致的，不论后来有没有多数。'),
  disputes: z.array(DisputeSchema).describe(`其中最前的，最多${GRADING.disputes}条。`),
  pairs: z
    .object({
      read: z.int(),
      undecided: z.int(),
      agreement: AgreementSchema,
      candidates: z.array(PairsReplySchema.shape.candidates.element.extend({ name: z.string() })),
    })
    .nullable()
    .describe('没有对比过时为空。'),
})
export type GradingResults = z.infer<typeof GradingResultsSchema>

export const GradingReopenSchema = z
  .object({ reason: requiredText(MESSAGES.reopenReason, TEXT.paragraph).describe('写入报告。') })
  .meta({ id: 'EvaluationGradingReopen' })

/** When and why an owner, who had seen the results, let the readers go on. */
export const ReopeningSchema = z.object({ at: z.iso.datetime(), reason: z.string() })
export type Reopening = z.infer<typeof ReopeningSchema>

/** The reading of a run as the project's owner sees it. */
export const GradingSchema = z
  .object({
    status: z.enum(GRADING_STATUSES),
    settings: GradingSettingsSchema.describe('还没有开始时，为建议的设定。'),
    openedAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
    reopenings: z.array(ReopeningSchema).describe('结束之后重新开放的，最早的在前。'),
    available: z
      .object({ unscored: z.int(), decided: z.int(), disputed: z.int().nullable(), pairs: z.int() })
      .describe('现在有多少试次可以由人判定，多少对可以并排对比。`disputed` 在开始之后为空。'),
    items: progress,
    pairs: progress,
    readers: z
      .array(z.object({ name: z.string(), items: z.int(), pairs: z.int() }))
      .describe('各评委判定了多少条、多少对。'),
    results: GradingResultsSchema.nullable().describe('结束之前为空，评委不会因此知道彼此的判定。'),
  })
  .meta({ id: 'EvaluationGrading' })
export type Grading = z.infer<typeof GradingSchema>

const id = z.string().min(1).max(TEXT.word)

/** `version` counts the saves of a reading; a save sends the version that it is based on, 0 for the first. */
const reading = { verdict: verdict.nullable(), reason: z.string(), version: z.int() }
export const ReadingSchema = z.object(reading).meta({ id: 'EvaluationReading' })
export type Reading = z.infer<typeof ReadingSchema>

/** An open reading to which a judge is invited. Nothing says which candidates were asked. */
export const OpenGradingSchema = z
  .object({ run: z.string(), openedAt: z.iso.datetime(), total: z.int(), read: z.int().describe('自己已判定的。') })
  .meta({ id: 'EvaluationOpenGrading' })
export type OpenGrading = z.infer<typeof OpenGradingSchema>

/** What a judge reads, in an order of their own. The ids say nothing about candidates or order. */
export const ReadingRoomSchema = z
  .object({
    projectName: z.string(),
    scale: z.enum(GRADING_SCALES),
    items: z.array(z.object({ id: z.string(), isPair: z.boolean(), ...reading })),
  })
  .meta({ id: 'EvaluationReadingRoom' })
export type ReadingRoom = z.infer<typeof ReadingRoomSchema>

/** One reply, or two to the same question, left and right, without anything that says whose they are. */
export const ReadingItemSchema = z
  .object({
    id: z.string(),
    messages: z.array(z.string()),
    expected: z.string(),
    acceptance: z.string(),
    rubrics: z.array(z.string()).describe('要由人看的检查。'),
    replies: z
      .array(z.object({ earlier: z.array(z.string()).describe('此前各条消息的回答。'), text: z.string() }))
      .min(1)
      .max(2),
  })
  .meta({ id: 'EvaluationReadingItem' })
export type ReadingItem = z.infer<typeof ReadingItemSchema>

const access = JudgeCredentialsSchema
export const OpenGradingsRequestSchema = z.object({ access })
export const ReadingRoomRequestSchema = z.object({ access, run: id })
export const ReadingItemRequestSchema = z.object({ access, item: id })
export const ReadingSaveRequestSchema = z.object({
  access,
  item: id,
  verdict: verdict.nullable().describe('还没有判定、只写了理由时为 `null`。'),
  reason: text(TEXT.paragraph),
  version: z.int().min(0),
})
export type ReadingSave = Omit<z.infer<typeof ReadingSaveRequestSchema>, 'access'>
