/** Signing off: judges sign the final table of scores, or dissent with a reason. */
import { z } from 'zod'
import { SIGNATURE, TEXT } from '../limits.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { RECOMMENDATIONS } from '../vocabulary.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'
import { SIGNATURE_POSITIONS } from './statuses.ts'

/** Whether 定稿 without all signatures demands a reason. */
export const SIGNING_RULES = ['optional', 'required'] as const

/** Lines through points, each in whole numbers: nothing else of SVG. */
const DRAWING = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/

/** Returns whether all points of a drawing are inside its box. */
const isInsideBox = (drawing: string): boolean =>
  [...drawing.matchAll(/(\d+) (\d+)/g)].every(
    ([, x, y]) => Number(x) <= SIGNATURE.width && Number(y) <= SIGNATURE.height,
  )

const DrawingSchema = z
  .string()
  .max(SIGNATURE.drawing, MESSAGES.drawingTooLong)
  .regex(DRAWING, { error: MESSAGES.drawing, abort: true })
  .refine(isInsideBox, MESSAGES.drawing)
  .nullable()
  .default(null)
  .describe(
    `手写签名：SVG路径，只含 \`M\` 与 \`L\` 和整数坐标，画在${SIGNATURE.width}×${SIGNATURE.height}的框内；不手写为 \`null\`。`,
  )

export const SignatureCreateSchema = z
  .object({
    tableHash: z.string().max(TEXT.line).describe('所签终表的 `tableHash`；终表已改动时返回409。'),
    name: requiredText(MESSAGES.signatureName, TEXT.word),
    position: z.enum(SIGNATURE_POSITIONS, MESSAGES.signaturePosition),
    reason: storedText().trim().max(TEXT.paragraph).default('').describe('保留意见的理由，必填；同意时为空。'),
    drawing: DrawingSchema,
  })
  .refine(({ position, reason }) => position === 'agreed' || reason !== '', {
    path: ['reason'],
    error: MESSAGES.dissentReason,
  })
  .refine(({ position, reason }) => position === 'dissented' || reason === '', {
    path: ['reason'],
    error: MESSAGES.agreementReason,
  })
export type SignatureCreate = z.infer<typeof SignatureCreateSchema>

const SignatureSchema = z.object({
  judge: z.string(),
  name: z.string().describe('签署时所写的姓名。'),
  position: z.enum(SIGNATURE_POSITIONS),
  reason: z.string(),
  drawing: z.string().nullable(),
  tableHash: z.string().describe('所签终表的SHA-256，十六进制；与现在的终表不同时，签署已失效。'),
  signedAt: z.iso.datetime(),
})
export type Signature = z.infer<typeof SignatureSchema>

/** A candidate in the order that is signed. */
const FinalStandingSchema = z.object({
  key: z.string(),
  name: z.string(),
  rank: z.int().nullable(),
  total: z.number().nullable(),
  score: z.number().nullable(),
  recommendation: z.enum(RECOMMENDATIONS).nullable(),
})

export const SigningSchema = z.object({
  isRequired: z.boolean().describe('未签齐时，定稿须写原因。'),
  tableHash: z.string().nullable().describe('现在的终表的SHA-256；复议开始之前为 `null`。'),
  order: z.array(FinalStandingSchema).describe('终表中各候选的名次与总分；复议开始之前为空。'),
  signatures: z.array(SignatureSchema).describe('历次签署，最早的在前，已失效的也在内。'),
})
export type Signing = z.infer<typeof SigningSchema>
