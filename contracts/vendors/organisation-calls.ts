import { z } from 'zod'
import { DELETE, GET, groupCalls, messageOnly, POST, PUT, paged, sentences } from '../call.ts'
import { CALLS_PER_MINUTE } from '../limits.ts'
import { idParams, pathId } from '../path-id.ts'
import {
  OrganisationDecisionSchema,
  OrganisationInvitationSchema,
  OrganisationNameSchema,
  OrganisationQuerySchema,
  OrganisationRecordSchema,
  OrganisationRequestInputSchema,
  OrganisationRequestSchema,
  OrganisationRoleSchema,
  OrganisationSchema,
  OwnOrganisationsSchema,
  RequestQuerySchema,
} from './organisation.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from './organisation-messages.ts'

const params = idParams('厂商组织编号。')
const memberParams = params.extend({ member: pathId('成员编号。') })
const OWN = { access: 'signed-in', params, failures: ['notFound', 'forbidden', 'conflict'] } as const

/** Calls of vendors' people; everybody else gets 404. */
export const organisationCalls = groupCalls('厂商组织', '几个人共同代表同一家厂商的产品，各为管理或编辑。', {
  listOwn: GET('/api/my-organisations', {
    access: 'signed-in',
    reply: OwnOrganisationsSchema,
    summary: '列出自己所在的与受邀的组织，以及可以用邮箱证明的产品',
  }),
  found: POST('/api/my-organisations', {
    hasIdempotencyKey: true,
    access: 'signed-in',
    callsPerMinute: CALLS_PER_MINUTE.invite,
    failures: ['forbidden', 'conflict'],
    body: OrganisationNameSchema,
    example: { name: '杭州排班科技有限公司' },
    reply: OrganisationSchema,
    message: MESSAGES.founded,
    summary: '以经过验证的邮箱成立组织',
    description: sentences(
      '账号邮箱经过验证，并且与产品官网同域名，或是产品的联系邮箱；公共邮箱的域名不作证明。',
      '一个域名只属于一个组织。证明不了的，向平台申请。',
    ),
  }),
  get: GET('/api/my-organisations/:id', { ...OWN, reply: OrganisationSchema, summary: '读取自己所在的组织' }),
  rename: PUT('/api/my-organisations/:id', {
    ...OWN,
    body: OrganisationNameSchema,
    reply: OrganisationSchema,
    message: MESSAGES.renamed,
    summary: '更改组织的名称',
  }),
  dissolve: DELETE('/api/my-organisations/:id', {
    ...OWN,
    reply: messageOnly,
    message: MESSAGES.dissolved,
    summary: '解散组织',
    description: '只有管理可以。产品此后只由其联系邮箱的账号代表。',
  }),
  claimDomain: POST('/api/my-organisations/:id/domains', {
    ...OWN,
    hasIdempotencyKey: true,
    reply: OrganisationSchema,
    message: MESSAGES.domainAdded,
    summary: '以自己的邮箱为组织再证明一个域名',
  }),
  invite: POST('/api/my-organisations/:id/members', {
    ...OWN,
    hasIdempotencyKey: true,
    callsPerMinute: CALLS_PER_MINUTE.invite,
    body: OrganisationInvitationSchema,
    example: { email: 'colleague@example.com', role: 'editor' },
    reply: OrganisationSchema,
    message: MESSAGES.invited,
    summary: '以邮箱邀请同事',
    description: '只有管理可以。对方用验证过这个邮箱的账号登录，接受后才加入。',
  }),
  accept: POST('/api/my-organisations/:id/acceptance', {
    ...OWN,
    hasIdempotencyKey: true,
    reply: OrganisationSchema,
    message: MESSAGES.accepted,
    summary: '接受邀请',
  }),
  changeRole: PUT('/api/my-organisations/:id/members/:member', {
    ...OWN,
    params: memberParams,
    body: OrganisationRoleSchema,
    reply: OrganisationSchema,
    message: MESSAGES.roleSaved,
    summary: '更改一位成员的身份',
  }),
  removeMember: DELETE('/api/my-organisations/:id/members/:member', {
    ...OWN,
    params: memberParams,
    reply: messageOnly,
    summary: '移除一位成员，或自己退出、谢绝邀请',
    description: '当即不再代表组织的产品。唯一的管理须先让别人担任管理。',
  }),
  request: POST('/api/my-organisation-requests', {
    hasIdempotencyKey: true,
    access: 'signed-in',
    callsPerMinute: CALLS_PER_MINUTE.statement,
    failures: ['forbidden', 'conflict'],
    body: OrganisationRequestInputSchema,
    example: { name: '杭州排班科技有限公司', text: '排班助手是我们的产品，官网备案主体为本公司。' },
    reply: OwnOrganisationsSchema,
    message: MESSAGES.requested,
    summary: '向平台申请成立组织',
  }),
  withdrawRequest: DELETE('/api/my-organisation-requests/:id', {
    access: 'signed-in',
    params: idParams('申请编号。'),
    failures: ['notFound', 'conflict'],
    reply: messageOnly,
    message: MESSAGES.requestWithdrawn,
    summary: '撤回待审核的申请',
  }),
})

const READ = 'submissions:read'
const STAFF = { access: 'submissions:write', failures: ['notFound', 'conflict'] } as const
const productParams = params.extend({ product: pathId('产品编号。') })

/** Calls for staff. */
export const organisationStaffCalls = groupCalls('厂商组织管理', '审核成立厂商组织的申请，指定组织的产品。', {
  listRequests: GET('/api/vendor-organisation-requests', {
    access: READ,
    query: RequestQuerySchema,
    reply: paged(OrganisationRequestSchema),
    summary: '列出待审核的申请',
    description: sentences('先提交的在前。', '没有“查看联系方式”权限时，邮箱与文中的联系方式不显示。'),
  }),
  decide: POST('/api/vendor-organisation-requests/:id/decision', {
    ...STAFF,
    hasIdempotencyKey: true,
    params: idParams('申请编号。'),
    body: OrganisationDecisionSchema,
    reply: messageOnly,
    summary: '通过或拒绝申请',
    description: '通过时申请人成为组织的管理，`productIds` 指定给组织；拒绝须写原因，以邮件通知申请人。',
  }),
  list: GET('/api/vendor-organisations', {
    access: READ,
    query: OrganisationQuerySchema,
    reply: paged(OrganisationRecordSchema),
    summary: '列出厂商组织',
  }),
  assignProduct: PUT('/api/vendor-organisations/:id/products/:product', {
    ...STAFF,
    params: productParams,
    reply: messageOnly,
    message: MESSAGES.productAssigned,
    summary: '把产品指定给组织',
    description: '优先于域名；此前指定给其他组织的，随之取消。',
  }),
  releaseProduct: DELETE('/api/vendor-organisations/:id/products/:product', {
    ...STAFF,
    params: productParams,
    reply: messageOnly,
    message: MESSAGES.productReleased,
    summary: '取消指定的产品',
  }),
  releaseDomain: DELETE('/api/vendor-organisations/:id/domains/:domain', {
    ...STAFF,
    params: params.extend({ domain: z.string().max(253).describe('域名。') }),
    reply: messageOnly,
    message: MESSAGES.domainReleased,
    summary: '取消组织的一个域名',
    description: '同一域名有争议时用；此后可以由别的组织证明。',
  }),
  remove: DELETE('/api/vendor-organisations/:id', {
    ...STAFF,
    params,
    reply: messageOnly,
    message: MESSAGES.dissolved,
    summary: '解散组织',
  }),
})
