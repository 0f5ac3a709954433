/** The questions of an inquiry, and the answers to them. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { AttributeKeySchema, AttributeSchema } from '../facts/attribute.ts'
import { CertificateSchema, FactValueSchema } from '../facts/fact-value.ts'
import { FACTS, INQUIRIES, TEXT } from '../limits.ts'
import { MESSAGES } from '../messages/general.ts'
import { withoutDirectionControls } from '../rules/single-line.ts'
import { isStorable } from '../rules/storable-text.ts'
import { storedText } from '../stored-text.ts'
import { ANSWERING_MESSAGES } from './messages.ts'
import { QUESTION_KINDS } from './statuses.ts'

const shape = {
  key: KeySchema,
  kind: z
    .enum(QUESTION_KINDS)
    .describe('`attribute` 问一项产品资料，`text` 文字说明，`price` 报价（元），`file` 只要文件。'),
  title: storedText().trim().max(TEXT.line),
  /** What the vendor should consider, below the title. */
  hint: storedText().trim().max(TEXT.paragraph),
  isRequired: z.boolean(),
  unit: storedText().trim().max(TEXT.word).describe('报价的单位，例如“席位·年”；其他问题为空。'),
  quantity: z.int().min(1).max(INQUIRIES.quantity).describe('报价的数量，合计为数量乘以单价；其他问题为1。'),
  isYearly: z.boolean().default(false).describe('报价每年付一次；否则只付一次。'),
}

/** A question as its owner edits it: a draft may have blank titles. `attribute` is the key of the fact that it asks for. */
export const QuestionSchema = z
  .object({ ...shape, attribute: AttributeKeySchema.nullable() })
  .meta({ id: 'InquiryQuestion' })
export type Question = z.infer<typeof QuestionSchema>

/** The rules of an attribute as they were when vendors were asked; later changes of the attribute don't concern them. */
const AskedAttributeSchema = AttributeSchema.pick({
  key: true,
  label: true,
  type: true,
  unit: true,
  choices: true,
  hint: true,
})

/** A question as vendors see it. */
export const AskedQuestionSchema = z
  .object({ ...shape, attribute: AskedAttributeSchema.nullable() })
  .meta({ id: 'AskedQuestion' })
export type AskedQuestion = z.infer<typeof AskedQuestionSchema>

const VALUE_DESCRIPTION = '按问题：产品资料的值同资料；文字为文本；报价为数字；没有回答为空。'

/** A stored answer: its texts were checked when it was saved. */
export const AnswerContentSchema = z.object({
  value: FactValueSchema.nullable().describe(VALUE_DESCRIPTION),
  note: z.string(),
  sourceUrl: z.string(),
})
export type AnswerContent = z.infer<typeof AnswerContentSchema>

/** Unlike `storedText`, it goes on after an unstorable character: a union would replace its message by a general one. */
const valueText = (max: number) =>
  z.string().max(max).refine(isStorable, MESSAGES.unstorableText).overwrite(withoutDirectionControls)

/** A text of an answer. */
export const AnswerTextSchema = valueText(TEXT.long)

const ChoicesSchema = z
  .array(valueText(TEXT.line))
  .refine(({ length }) => length <= FACTS.choices, ANSWERING_MESSAGES.tooManyChoices(FACTS.choices))

/**
 * An answer as a vendor types it, of texts that can be stored; whether its value fits the question is checked when it is
 * handed in. `version` counts the saves of an answer: a save sends the version that it is based on, 0 for the first.
 */
export const AnswerSaveSchema = z.object({
  value: z
    .union([AnswerTextSchema, z.number(), ChoicesSchema, CertificateSchema])
    .nullable()
    .describe(VALUE_DESCRIPTION),
  note: storedText().max(TEXT.paragraph),
  sourceUrl: storedText().trim().max(TEXT.link),
  question: KeySchema,
  version: z.int().min(0),
})
export type AnswerSave = z.infer<typeof AnswerSaveSchema>
export const AnswerSchema = AnswerContentSchema.extend({
  question: z.string(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
}).meta({ id: 'InquiryAnswer' })
export type Answer = z.infer<typeof AnswerSchema>

/** A file of an answer; `hash` is the SHA-256 of its bytes in hex. */
export const AnswerFileSchema = z
  .object({ id: z.string(), question: z.string(), name: z.string(), size: z.int(), hash: z.string() })
  .meta({ id: 'InquiryFile' })
export type AnswerFile = z.infer<typeof AnswerFileSchema>

/** Who handed in for the organisation of a vendor, by the names of that time. */
export const HandedInBySchema = z.object({ name: z.string(), organisation: z.string() })
export type HandedInBy = z.infer<typeof HandedInBySchema>

/**
 * What a vendor has handed in. Its canonical JSON (RFC 8785) is what the hash in the record of the opening covers; without
 * `nonce`, which is random and sealed with it, a price could be guessed from the hash before the opening.
 */
export const HandedInSchema = z.object({
  nonce: z.string(),
  version: z.int().describe('提交时确认的征询版本。'),
  answers: z.array(AnswerContentSchema.extend({ question: z.string() })),
  files: z.array(AnswerFileSchema),
  /** Absent, and not `false`, without consent: earlier hashes cover contents without it. */
  proposesFacts: z.literal(true).optional().describe('同意把资料的回答作为产品更新提交平台审核。'),
  /** Absent if it was handed in by the link of the invitation. */
  by: HandedInBySchema.optional().describe('以厂商组织成员的身份提交的人。'),
})
export type HandedIn = z.infer<typeof HandedInSchema>
