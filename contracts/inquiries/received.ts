/** An inquiry as a member who speaks for a product finds it among their own pages. */
import { z } from 'zod'
import { INVITATION_STATUSES, OUTCOMES } from './statuses.ts'

export const ReceivedInquirySchema = z
  .object({
    id: z.string().describe('邀请编号。'),
    title: z.string(),
    productName: z.string(),
    askerName: z.string().describe('没有署名时为空。'),
    email: z.string().describe('邀请寄到的邮箱。'),
    organisation: z.string().nullable().describe('可以以哪个厂商组织成员的身份作答；不能的为空。'),
    isOwnAddress: z.boolean().describe('邀请寄给了自己已验证的邮箱，可以在这里作答。'),
    status: z.enum(INVITATION_STATUSES),
    deadline: z.iso.datetime(),
    canAnswer: z.boolean(),
    isOpened: z.boolean(),
    submittedAt: z.iso.datetime().nullable(),
    outcome: z.enum(OUTCOMES).nullable(),
  })
  .meta({ id: 'ReceivedInquiry' })
export type ReceivedInquiry = z.infer<typeof ReceivedInquirySchema>

export const AnsweringLinkSchema = z.object({ token: z.string().describe('邀请链接中的密钥。') })
