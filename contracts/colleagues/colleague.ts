/** Colleagues of a member: they share a project, a shortlist or an inquiry, each in a role. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { emailAddress } from '../email-address.ts'
import { IDENTITY_MESSAGES } from '../identity/messages.ts'
import { COLLEAGUE_MESSAGES } from './messages.ts'
import { COLLEAGUE_ROLE_NAMES, MEMBER_ROLE_NAMES, SHARED_KIND_NAMES } from './roles.ts'

const ColleagueSchema = z.object({
  id: z.string(),
  name: z.string().describe('加入后为账号的姓名，此前为空。'),
  email: z.string(),
  role: z.enum(COLLEAGUE_ROLE_NAMES),
  invitedAt: z.iso.datetime(),
  joinedAt: z.iso.datetime().nullable().describe('对方第一次打开的时间；此前为 `null`。'),
  isMe: z.boolean(),
  isOffered: z.boolean().describe('负责人请其接手，还没有答复。'),
})
export type Colleague = z.infer<typeof ColleagueSchema>

export const ColleaguesSchema = z
  .object({
    role: z.enum(MEMBER_ROLE_NAMES).describe('自己的身份。'),
    ownerName: z.string(),
    colleagues: z.array(ColleagueSchema),
  })
  .meta({ id: 'Colleagues' })
export type Colleagues = z.infer<typeof ColleaguesSchema>

export const ColleagueCreateSchema = z.object({
  email: emailAddress(COLLEAGUE_MESSAGES.emailMissing, IDENTITY_MESSAGES.emailFormat).transform((email) =>
    email.toLowerCase(),
  ),
  role: z.enum(COLLEAGUE_ROLE_NAMES, '请选择身份'),
})
export type ColleagueCreate = z.infer<typeof ColleagueCreateSchema>

/** An item of a member's own, and who it passes to if their account is closed; `null` if it is deleted. */
const SuccessionSchema = z.object({
  kind: z.enum(SHARED_KIND_NAMES),
  id: z.string(),
  title: z.string(),
  successor: z.string().nullable(),
})
export const SuccessionsSchema = z.array(SuccessionSchema)
export type Succession = z.infer<typeof SuccessionSchema>
