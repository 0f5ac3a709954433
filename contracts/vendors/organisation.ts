/** Organisations of vendors: several people who speak for the same products. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { emailAddress } from '../email-address.ts'
import { IDENTITY_MESSAGES } from '../identity/messages.ts'
import { OWN_PRODUCTS_MAX, TEXT, VENDOR_ORGANISATION } from '../limits.ts'
import { mailbox, outsiderText } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { isSingleLine } from '../rules/single-line.ts'
import { requiredName, requiredText, searchInput, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from './organisation-messages.ts'
import { VENDOR_REQUEST_STATUSES, VENDOR_ROLE_NAMES } from './organisation-roles.ts'

const organisationName = requiredName(MESSAGES.name).refine(isSingleLine, MESSAGES.nameNotSingleLine)

export const OrganisationNameSchema = z.object({ name: organisationName })
export type OrganisationName = z.infer<typeof OrganisationNameSchema>

const ProductSchema = z.object({ id: z.string(), catalogue: z.enum(CATALOGUES), name: z.string() })

/** What a member could found an organisation with. */
const OrganisationClaimSchema = z.object({
  domain: z.string().nullable().describe('账号邮箱的域名；公共邮箱为 `null`。'),
  takenBy: z.string().nullable().describe('已证明这个域名的组织。'),
  products: z.array(ProductSchema).describe('官网在这个域名，或以账号邮箱为联系邮箱，且不属于其他组织的产品。'),
})
export type OrganisationClaim = z.infer<typeof OrganisationClaimSchema>

const OwnRequestSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(VENDOR_REQUEST_STATUSES),
  reason: z.string(),
  createdAt: z.iso.datetime(),
})
export type OwnVendorRequest = z.infer<typeof OwnRequestSchema>

/** The organisations that a member belongs to or is invited to, and how they could found one. */
export const OwnOrganisationsSchema = z
  .object({
    isEmailVerified: z.boolean(),
    organisations: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        role: z.enum(VENDOR_ROLE_NAMES),
        isInvitation: z.boolean().describe('已被邀请，还没有接受。'),
      }),
    ),
    claim: OrganisationClaimSchema,
    requests: z.array(OwnRequestSchema),
  })
  .meta({ id: 'OwnVendorOrganisations' })
export type OwnOrganisations = z.infer<typeof OwnOrganisationsSchema>

const OrganisationMemberSchema = z.object({
  id: z.string(),
  name: z.string().describe('加入后为账号的姓名，此前为空。'),
  email: z.string(),
  role: z.enum(VENDOR_ROLE_NAMES),
  isInvitation: z.boolean(),
  since: z.iso.datetime().describe('邀请或加入的时间。'),
  isMe: z.boolean(),
})
export type OrganisationMember = z.infer<typeof OrganisationMemberSchema>

const OrganisationProductSchema = ProductSchema.extend({
  isActive: z.boolean(),
  isAssigned: z.boolean().describe('由平台指定，或成立时以联系邮箱证明；否则以域名证明。'),
  contactEmail: z.string().describe('产品的联系邮箱，其账号不在组织中也代表这个产品。'),
})

/** An organisation as its members see it. */
export const OrganisationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(VENDOR_ROLE_NAMES),
    domains: z.array(z.string()),
    /** A domain that the caller's address would prove. */
    provableDomain: z.string().nullable(),
    members: z.array(OrganisationMemberSchema),
    products: z.array(OrganisationProductSchema),
  })
  .meta({ id: 'VendorOrganisation' })
export type Organisation = z.infer<typeof OrganisationSchema>

const role = z.enum(VENDOR_ROLE_NAMES, MESSAGES.role)
export const OrganisationInvitationSchema = z.object({
  email: emailAddress(MESSAGES.emailMissing, IDENTITY_MESSAGES.emailFormat).transform((email) => email.toLowerCase()),
  role,
})
export type OrganisationInvitation = z.infer<typeof OrganisationInvitationSchema>
export const OrganisationRoleSchema = z.object({ role })

export const OrganisationRequestInputSchema = z.object({
  name: organisationName,
  text: requiredText(MESSAGES.requestText, VENDOR_ORGANISATION.requestText),
})
export type OrganisationRequestInput = z.infer<typeof OrganisationRequestInputSchema>

/** A request as staff see it. */
export const OrganisationRequestSchema = z
  .object({
    id: z.string(),
    name: outsiderText(z.string(), 'submissions:write'),
    text: outsiderText(z.string(), 'submissions:write'),
    status: z.enum(VENDOR_REQUEST_STATUSES),
    email: mailbox(z.string()),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'VendorOrganisationRequest' })
export type OrganisationRequest = z.infer<typeof OrganisationRequestSchema>

export const RequestQuerySchema = z.object({ page: pageNumber.default(1) })
export const OrganisationQuerySchema = RequestQuerySchema.extend({
  search: searchInput().describe('名称的一部分，也认拼音。'),
})
export type OrganisationQuery = z.output<typeof OrganisationQuerySchema>

export const OrganisationDecisionSchema = z
  .object({
    status: z.enum(['approved', 'rejected'], MESSAGES.unknownStatus),
    reason: storedText().trim().max(TEXT.paragraph).default(''),
    productIds: z
      .array(storedText().max(TEXT.word))
      .max(OWN_PRODUCTS_MAX)
      .default([])
      .describe('通过时指定给组织的产品。'),
  })
  .refine(({ status, reason }) => status === 'approved' || reason !== '', { path: ['reason'], error: MESSAGES.reason })
export type OrganisationDecision = z.infer<typeof OrganisationDecisionSchema>

/** An organisation as staff see it. */
export const OrganisationRecordSchema = z
  .object({
    id: z.string(),
    name: outsiderText(z.string(), 'submissions:write'),
    hasManager: z.boolean().describe('为否时，没有能登录的管理，需要平台处理。'),
    domains: z.array(outsiderText(z.string(), 'submissions:write')),
    people: z.array(
      z.object({
        id: z.string(),
        email: mailbox(z.string()),
        role: z.enum(VENDOR_ROLE_NAMES),
        isInvitation: z.boolean(),
      }),
    ),
    products: z.array(ProductSchema.extend({ isAssigned: z.boolean() })),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'VendorOrganisationRecord' })
export type OrganisationRecord = z.infer<typeof OrganisationRecordSchema>
