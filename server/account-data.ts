/** Lists what the platform stores about the owners of accounts, module by module (decision 063). */
import { Readable } from 'node:stream'
import type { AbuseReportService } from './modules/abuse-reports/service.ts'
import type { AuditService } from './modules/audit/service.ts'
import type { ColleagueService } from './modules/colleagues/service.ts'
import type { DraftService } from './modules/drafts/service.ts'
import type { EvaluationProjectService } from './modules/evaluation-projects/service.ts'
import type { EvaluationRunService } from './modules/evaluation-runs/service.ts'
import type { EventService } from './modules/events/service.ts'
import type { FileService } from './modules/files/service.ts'
import type { FollowService } from './modules/follows/service.ts'
import type { IdentityService } from './modules/identity/service.ts'
import type { InboxService } from './modules/inbox/service.ts'
import type { InquiryService } from './modules/inquiries/service.ts'
import type { KeyService } from './modules/keys/service.ts'
import type { LeadService } from './modules/leads/service.ts'
import type { MailService } from './modules/mail/service.ts'
import type { MemberReviewService } from './modules/member-reviews/service.ts'
import type { ProductQuestionService } from './modules/product-questions/service.ts'
import type { PublishedEvaluationService } from './modules/published-evaluations/service.ts'
import type { QuestionBankService } from './modules/question-banks/service.ts'
import type { SavedViewService } from './modules/saved-views/service.ts'
import type { ShortlistService } from './modules/shortlists/service.ts'
import type { SubmissionService } from './modules/submissions/service.ts'
import {
  type AccountDataCategory,
  createJsonFile,
  createJsonListFile,
  type DataOwner,
  type OwnDataFile,
} from './modules/users/service.ts'
import type { VendorOrganisationService } from './modules/vendors/service.ts'
import { isNotFound } from './platform/app-error.ts'
import type { IdempotencyService } from './platform/idempotency/service.ts'
import type { TableStream } from './platform/tables/table.ts'

type Services = {
  identity: IdentityService
  audit: AuditService
  inbox: InboxService
  drafts: DraftService
  savedViews: SavedViewService
  memberReviews: MemberReviewService
  productQuestions: ProductQuestionService
  abuseReports: AbuseReportService
  events: EventService
  shortlists: ShortlistService
  follows: FollowService
  inquiries: InquiryService
  colleagues: ColleagueService
  evaluationProjects: EvaluationProjectService
  evaluationRuns: EvaluationRunService
  questionBanks: QuestionBankService
  publishedEvaluations: PublishedEvaluationService
  submissions: SubmissionService
  leads: LeadService
  mail: MailService
  files: FileService
  idempotency: IdempotencyService
  keys: KeyService
  vendorOrganisations: VendorOrganisationService
}

/**
 * Returns the categories of account owners' data, from which both the copy for the owner and the deletion of an account
 * are derived. Those with a removal are removed in this order.
 */
export function createAccountData(services: Services): readonly AccountDataCategory[] {
  const { identity, audit, inbox, drafts, memberReviews, events, shortlists, evaluationProjects } = services
  const { publishedEvaluations, submissions, leads, mail, files, idempotency } = services
  const { memberData } = evaluationProjects
  const { evaluationRuns, questionBanks, inquiries, colleagues, keys, follows, savedViews } = services
  const { vendorOrganisations, productQuestions, abuseReports } = services

  /** Returns an uploaded file, or an empty one if the server has lost it: the other files must not fail with it. */
  const createAttachment = (name: string, fileKey: string): OwnDataFile => ({
    name,
    async open() {
      try {
        return await (await files.getPrivate(fileKey)).open()
      } catch (error) {
        if (isNotFound(error)) return { stream: Readable.from([]) }
        throw error
      }
    },
  })

  async function listProjectFiles({ id }: DataOwner): Promise<OwnDataFile[]> {
    const owned = await memberData.listOwned(id)
    const judged = await memberData.listJudged(id)
    async function* streamOwned() {
      for (const project of owned)
        yield [
          {
            ...(await memberData.getOwned(project, id)),
            rubric: await evaluationRuns.judgeModels.findRubric(project.id),
            runs: await evaluationRuns.listForOwner(project.id),
          },
        ]
    }
    async function* streamTrials() {
      for (const project of owned) yield* evaluationRuns.readTrialsForOwner(project.id)
    }
    return [
      createJsonListFile('评估项目', '自己创建的评估项目，包括回收站中的，连同评委、打分、试次与报告', streamOwned),
      createJsonListFile('实测试次', '实测运行的全部试次，连同回答与检查', streamTrials),
      createJsonFile('评委打分', '作为评委在各评估项目中的席位与打分', async () => judged.map(({ seat }) => seat)),
      ...owned.flatMap(({ appendices }) =>
        appendices.map(({ name, fileKey }) => createAttachment(`实测附录-${name}`, fileKey)),
      ),
      createJsonFile('人工判定', '作为评委对实测回答的判定与理由', async () =>
        evaluationRuns.grading.listForJudges(judged.map(({ seatId }) => seatId)),
      ),
      ...[...owned, ...judged].flatMap(({ evidence }) =>
        evidence.map(({ name, fileKey }) => createAttachment(`证据-${name}`, fileKey)),
      ),
    ]
  }

  return [
    {
      tables: ['users', 'twoFactors', 'knownDevices', 'passkeys', 'companyAccounts'],
      copy: async ({ id }) => [
        createJsonFile('账号资料', '账号资料、两步验证的状态、通行密钥的名称、绑定的公司账号与登录过的设备', () =>
          identity.getAccountData(id),
        ),
      ],
      removal: 'cascade',
    },
    {
      tables: ['sessions'],
      copy: async (owner) => [createJsonFile('登录的设备', '有效的登录', () => identity.sessions.list(owner))],
      removal: 'cascade',
    },
    {
      tables: ['apiKeys', 'apiKeyUses'],
      copy: async ({ id }) => [
        createJsonFile('接口密钥', '程序使用的密钥的名称、权限与最近使用，不含密钥本身', () => keys.listForOwner(id)),
      ],
      removal: 'cascade',
    },
    {
      tables: ['memberReviews', 'reviewProofs', 'reviewHelpfulMarks'],
      copy: async ({ id }) => [
        createJsonFile('产品评价', '自己的产品评价、审核结果与厂商的回复', () => memberReviews.listOwn(id)),
        createJsonFile('有帮助的评价', '标记为有帮助的评价', () => memberReviews.listOwnHelpfulMarks(id)),
        ...(await memberReviews.listOwnProofs(id)).map(({ name, fileKey }) =>
          createAttachment(`评价证明-${name}`, fileKey),
        ),
      ],
      removal: (transaction, { id }) => memberReviews.removeAccountData(transaction, id),
    },
    {
      tables: ['productPosts'],
      copy: async ({ id }) => [
        createJsonFile('产品问答', '自己的提问与回答，及审核结果', () => productQuestions.listOwn(id)),
      ],
      removal: (transaction, { id }) => productQuestions.removeAccountData(transaction, id),
    },
    {
      tables: ['abuseReports'],
      copy: async ({ id }) => [createJsonFile('举报', '自己对评价、提问与回答的举报', () => abuseReports.listOwn(id))],
      removal: 'cascade',
    },
    {
      tables: ['eventRegistrations'],
      copy: async ({ id }) => [createJsonFile('活动报名', '活动报名与候补', () => events.listOwn(id))],
      removal: (transaction, { id }) => events.removeAccountData(transaction, id),
    },
    {
      tables: ['shortlists', 'shortlistSubscriptions'],
      copy: async ({ id }) => [
        createJsonFile('选型清单', '选型清单的要求、候选产品与备注', () => shortlists.listOwnContents(id)),
        createJsonFile('清单通知', '有变化时邮件通知自己的选型清单的编号，包括他人共享的', () =>
          shortlists.listSubscribed(id),
        ),
      ],
      removal: (transaction, { id }) => shortlists.removeAccountData(transaction, id),
      passOn: shortlists.sharing.passOn,
    },
    {
      tables: ['follows', 'followDigests'],
      copy: async ({ id }) => [
        createJsonFile('关注', '关注的产品、类别与搜索，以及多久收一次邮件', () => follows.readForOwner(id)),
      ],
      removal: 'cascade',
    },
    {
      tables: [
        'inquiries',
        'inquiryVersions',
        'inquiryInvitations',
        'inquiryAnswers',
        'inquiryFiles',
        'inquiryClarifications',
      ],
      copy: async ({ id }) => [
        createJsonListFile('征询', '自己发出的征询、邀请与澄清，连同已开启的回答', () =>
          inquiries.memberData.readForOwner(id),
        ),
        ...(await inquiries.memberData.listOpenedFiles(id)).map(({ inquiryId, fileId, name }) => ({
          name: `征询文件-${name}`,
          open: async () => ({
            stream: Readable.from([(await inquiries.opening.getFile(inquiryId, fileId, id)).bytes]),
          }),
        })),
      ],
      removal: (transaction, { id }) => inquiries.memberData.removeAccountData(transaction, id),
      passOn: inquiries.sharing.passOn,
    },
    {
      tables: ['inquiryLibrary'],
      copy: async ({ verifiedEmail }) => [
        createJsonFile('回答库', '作为厂商答复征询时存下、以后可以直接用的回答', async () =>
          verifiedEmail === undefined ? [] : inquiries.library.readForOwner(verifiedEmail.toLowerCase()),
        ),
      ],
      removal: async (transaction, { email, emailVerifiedAt }) => {
        if (emailVerifiedAt !== null) await inquiries.library.remove(transaction, email.toLowerCase())
      },
    },
    {
      tables: ['inquiryBlocks'],
      copy: { withheld: '不接收征询邮件的邮箱：只保存摘要与密文。' },
      removal: 'remains',
    },
    {
      tables: [
        'evaluationProjects',
        'evaluationJudges',
        'evaluationScores',
        'evaluationEvidence',
        'evaluationDeclarations',
        'evaluationSignatures',
        'evaluationTrials',
        'evaluationVendorAnswers',
        'agentConnections',
        'judgeModels',
        'evaluationRuns',
        'evaluationRunTrials',
        'runnerTokens',
        'evaluationDeletedRuns',
        'evaluationSeals',
        'projectActs',
        'evaluationGradings',
        'evaluationGradingItems',
        'evaluationReadings',
        'evaluationReports',
      ],
      copy: listProjectFiles,
      removal: (transaction, { id }) => evaluationProjects.removeAccountData(transaction, id),
      passOn: evaluationProjects.sharing.passOn,
    },
    {
      // After what the account owns, which passes to colleagues.
      tables: ['colleagues'],
      copy: async ({ id }) => [
        createJsonFile('协作', '他人请自己参与的评估项目、清单与征询，以及自己的身份', () =>
          colleagues.listOwnMemberships(id),
        ),
      ],
      removal: (transaction, account) => colleagues.removeAccountData(transaction, account),
    },
    {
      tables: ['vendorMembers', 'vendorRequests'],
      copy: async ({ id, email }) => [
        createJsonFile('厂商组织', '所在的与受邀的厂商组织、身份，以及成立组织的申请', () =>
          vendorOrganisations.listForOwner({ id, email }),
        ),
      ],
      removal: (transaction, account) => vendorOrganisations.removeAccountData(transaction, account),
      passOn: vendorOrganisations.passOn,
      leaveToMembers: vendorOrganisations.passOn,
    },
    {
      tables: ['questionBanks', 'questionBankVersions'],
      copy: async ({ id }) => [
        createJsonListFile('题库', '自己的题库的全部版本', () => questionBanks.readForOwner(id)),
      ],
      removal: 'cascade',
    },
    {
      tables: ['inboxItems', 'subscriptions'],
      copy: async (owner) => [
        createJsonFile('通知', '收件箱中90天内的通知，与关注的事件', async () => ({
          items: await inbox.listOwn(owner),
          subscriptions: await inbox.subscriptions.get(owner),
        })),
      ],
      removal: 'cascade',
    },
    {
      tables: ['drafts'],
      copy: async ({ id, role }) =>
        role === 'member'
          ? []
          : [createJsonFile('后台草稿', '后台表单中尚未保存的修改', () => drafts.listOwnContents(id))],
      removal: 'cascade',
    },
    {
      tables: ['savedViews'],
      copy: async ({ id, role }) =>
        role === 'member' ? [] : [createJsonFile('视图', '后台列表中保存的筛选条件', () => savedViews.listOwn(id))],
      removal: 'cascade',
    },
    {
      tables: ['submissions', 'submissionVersions'],
      copy: async ({ id }) => [
        createJsonFile('产品提交', '以账号邮箱为联系邮箱的产品提交：联系方式与审核进度', () =>
          submissions.listContactData(id),
        ),
      ],
      removal: 'remains',
    },
    {
      tables: ['submissionMessages'],
      copy: async ({ id }) => [
        createJsonFile('提交的消息', '就产品提交与审核团队往来的消息，以及作为审核人员写的消息', () =>
          submissions.listMessages(id),
        ),
      ],
      removal: 'remains',
    },
    {
      tables: ['leads'],
      copy: async ({ verifiedEmail }) => [
        createJsonFile('咨询与评估申请', '以账号邮箱提交的咨询与评估服务申请', async () =>
          verifiedEmail === undefined ? [] : leads.listByEmail(verifiedEmail),
        ),
      ],
      removal: 'remains',
    },
    {
      tables: ['vendorStatements'],
      copy: async ({ id }) => [
        createJsonFile('厂商声明', '作为厂商对评估结论的声明', () =>
          publishedEvaluations.statements.listAllByAuthor(id),
        ),
      ],
      removal: 'remains',
    },
    {
      tables: ['auditEntries'],
      copy: async (owner) => [
        createTableFile('操作记录', '自己的登录与操作，连同来源地址', () => audit.streamOwn(owner)),
      ],
      removal: 'remains',
    },
    {
      tables: ['mailOptOuts'],
      copy: async ({ id }) => [createJsonFile('邮件通知', '收哪些可以不收的邮件', () => mail.choices.list(id))],
      removal: 'cascade',
    },
    {
      tables: ['outbox'],
      copy: async ({ verifiedEmail }) =>
        verifiedEmail === undefined
          ? []
          : [createTableFile('邮件记录', '180天内发给账号邮箱的邮件', () => mail.outbox.streamTo(verifiedEmail))],
      removal: (transaction, { email }) => mail.outbox.cancelAccountMails(transaction, email),
    },
    {
      tables: ['recoveryCodes', 'accountLinks', 'loginChallenges', 'passkeyChallenges'],
      copy: {
        withheld: '密码、两步验证的密钥与恢复码、通行密钥的公钥、邮件中的链接：只保存摘要或密文，仅用于核对身份。',
      },
      removal: 'cascade',
    },
    {
      tables: ['idempotencyKeys'],
      copy: { withheld: '一天内各次提交的结果：只保存密文，仅用于答复重复发送的同一请求。' },
      removal: (transaction, { id }) => idempotency.removeAccountData(transaction, id),
    },
    {
      tables: ['presence'],
      copy: { withheld: '正在打开的后台编辑器：几分钟内自动删除。' },
      removal: 'remains',
    },
    {
      tables: ['loginAttempts', 'rateLimits', 'visitorHashes', 'claims', 'changes'],
      copy: { withheld: '访问统计、登录尝试与内部的锁：只有随机编号与摘要，不含原文。' },
      removal: 'remains',
    },
    {
      tables: [
        'comments',
        'communityEvents',
        'documents',
        'documentRevisions',
        'contentDrafts',
        'previewLinks',
        'attributeRevisions',
        'facts',
        'factChanges',
        'files',
        'mailConfigs',
        'mailRevisions',
        'productImports',
        'products',
        'priceChanges',
        'productRevisions',
        'searchTexts',
        'comparedNames',
        'publishedEvaluations',
        'publishedReports',
        'qrCodes',
        'settings',
        'signInProviders',
        'vendorAssignments',
        'vendorDomains',
        'vendorOrganisations',
      ],
      copy: { withheld: '网站公布的内容与后台的工作成果，其中的署名用于追查修改；您做过的修改列在操作记录中。' },
      removal: 'remains',
    },
  ]
}

const createTableFile = (name: string, description: string, stream: () => TableStream): OwnDataFile => ({
  name: `${name}.csv`,
  description,
  open: async () => ({ stream: stream().bytes }),
})
