/** What a vendor answered in an inquiry, as evidence about a candidate: always of the grade 厂商自述. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'

const VendorAnswerSchema = z.object({
  question: z.string(),
  text: z.string(),
  note: z.string(),
  sourceUrl: z.string(),
  files: z.array(z.object({ name: z.string(), hash: z.string().describe('SHA-256（十六进制）。') })),
  catalogue: z
    .string()
    .nullable()
    .describe('开启时目录中的资料，回答与它不一致时才有；目录未知为空字符串，一致或不是资料为 `null`。'),
})
export type VendorAnswer = z.infer<typeof VendorAnswerSchema>
export const VendorAnswerListSchema = z.array(VendorAnswerSchema)

/** The answers of one vendor about one candidate. Prices aren't among them: judges see no offers. */
export const VendorAnswersSchema = z
  .object({
    id: z.string(),
    candidate: KeySchema,
    inquiry: z.string().describe('征询的标题。'),
    submittedAt: z.iso.datetime(),
    hash: z.string().describe('所提交内容的SHA-256（十六进制），与开启记录相同。'),
    grade: KeySchema.nullable().describe('“厂商自述”在本项目中的等级；没有这一级为 `null`。'),
    answers: VendorAnswerListSchema,
  })
  .meta({ id: 'ProjectVendorAnswers' })
export type VendorAnswers = z.infer<typeof VendorAnswersSchema>
