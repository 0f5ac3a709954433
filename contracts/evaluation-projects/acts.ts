/** The acts of a project's record (项目记录) with their labels. Without Zod, so that public pages don't load it. */
import type { AuditAction } from '../audit/actions.ts'
import { COLLEAGUE_ACTS, MEMBER_ROLES } from '../colleagues/roles.ts'

/** What the acts of a record are about, in the order in which it can be filtered by them. */
export const ACT_KINDS = {
  project: '项目与阶段',
  setup: '设定',
  judges: '评委',
  interest: '利益声明与签署',
  offers: '报价、回答与试点数据',
  tests: '任务与试次',
  runs: '实测运行',
  readings: '人工判定',
  judgeModel: '裁判模型',
  connections: '智能体连接',
  access: '协作与链接',
  report: '报告',
} as const
export type ActKind = keyof typeof ACT_KINDS
export const ACT_KIND_NAMES = Object.keys(ACT_KINDS) as [ActKind, ...ActKind[]]

type ActDefinition = {
  label: string
  kind: ActKind
  /** How the audit log calls it; `null` for what isn't audited, such as acts of judges and of the platform. */
  audit: AuditAction | null
}

/** Every act that is recorded. A new one needs a line here, and a call of `projects.record` where it happens. */
export const PROJECT_ACTS = {
  projectCreated: { label: '新建项目', kind: 'project', audit: 'evaluation.create' },
  statusChanged: { label: '变更阶段', kind: 'project', audit: 'evaluation.status' },
  projectRemoved: { label: '移入回收站', kind: 'project', audit: 'evaluation.remove' },
  projectRestored: { label: '从回收站恢复', kind: 'project', audit: 'evaluation.restore' },
  setupSaved: { label: '保存设定', kind: 'setup', audit: 'evaluation.update' },
  methodAdopted: { label: '改用新的方法版本', kind: 'setup', audit: 'evaluation.update' },
  judgeInvited: { label: '邀请评委', kind: 'judges', audit: 'evaluation.judges' },
  judgeLinkRenewed: { label: '更换评委链接', kind: 'judges', audit: 'evaluation.judges' },
  judgeLinkRenewedWhileScoring: { label: '在评委开始打分之后更换其链接', kind: 'judges', audit: 'evaluation.judges' },
  judgeReminded: { label: '提醒评委', kind: 'judges', audit: 'evaluation.judges' },
  judgeRemoved: { label: '移除评委', kind: 'judges', audit: 'evaluation.judges' },
  judgeRestored: { label: '恢复评委', kind: 'judges', audit: 'evaluation.judges' },
  judgingOpened: { label: '打开打分页', kind: 'judges', audit: null },
  scoresSubmitted: { label: '提交评分', kind: 'judges', audit: null },
  scoreRevised: { label: '复议中修改评分', kind: 'judges', audit: null },
  interestDeclared: { label: '声明利益关系', kind: 'interest', audit: 'evaluation.interest' },
  withdrawalRequested: { label: '请求撤回利益冲突', kind: 'interest', audit: 'evaluation.interest' },
  withdrawalDecided: { label: '答复撤回利益冲突', kind: 'interest', audit: 'evaluation.interest' },
  tableSigned: { label: '签署最终评分表', kind: 'interest', audit: 'evaluation.signature' },
  offersSaved: { label: '保存报价', kind: 'offers', audit: 'evaluation.update' },
  answersTaken: { label: '从征询取入回答', kind: 'offers', audit: 'evaluation.update' },
  measurementsSaved: { label: '保存试点数据', kind: 'offers', audit: 'evaluation.update' },
  tasksSaved: { label: '保存任务', kind: 'tests', audit: 'evaluation.tests' },
  tasksImported: { label: '导入任务', kind: 'tests', audit: 'evaluation.tests' },
  tasksCopied: { label: '从题库加入任务', kind: 'tests', audit: 'evaluation.tests' },
  tasksSealed: { label: '密封题目', kind: 'tests', audit: 'evaluation.tests' },
  sealsOpened: { label: '公开密封的题目', kind: 'tests', audit: null },
  trialsAdded: { label: '登记试次', kind: 'tests', audit: 'evaluation.tests' },
  trialsImported: { label: '导入试次', kind: 'tests', audit: 'evaluation.tests' },
  trialRemoved: { label: '删除试次', kind: 'tests', audit: 'evaluation.tests' },
  runBegun: { label: '开始实测运行', kind: 'runs', audit: 'evaluation.tests' },
  runPaused: { label: '暂停实测运行', kind: 'runs', audit: 'evaluation.tests' },
  runResumed: { label: '继续实测运行', kind: 'runs', audit: 'evaluation.tests' },
  runConnectionsAccepted: { label: '用改变的连接继续运行', kind: 'runs', audit: 'evaluation.tests' },
  runAssigned: { label: '更换提问方', kind: 'runs', audit: 'evaluation.tests' },
  runExtended: { label: '追加提问次数', kind: 'runs', audit: 'evaluation.tests' },
  runRetried: { label: '重试实测运行', kind: 'runs', audit: 'evaluation.tests' },
  runCancelled: { label: '取消实测运行', kind: 'runs', audit: 'evaluation.tests' },
  runEnded: { label: '实测运行结束', kind: 'runs', audit: null },
  runRemoved: { label: '删除实测运行', kind: 'runs', audit: 'evaluation.tests' },
  runnerTokenCreated: { label: '创建执行器令牌', kind: 'runs', audit: 'evaluation.runners' },
  runnerTokenRevoked: { label: '撤销执行器令牌', kind: 'runs', audit: 'evaluation.runners' },
  readingOpened: { label: '开始人工判定', kind: 'readings', audit: 'evaluation.tests' },
  readingChanged: { label: '更改人工判定', kind: 'readings', audit: 'evaluation.tests' },
  readingClosed: { label: '结束人工判定', kind: 'readings', audit: 'evaluation.tests' },
  readingReopened: { label: '重新开放人工判定', kind: 'readings', audit: 'evaluation.tests' },
  rubricSaved: { label: '修改评分标准', kind: 'judgeModel', audit: 'evaluation.tests' },
  judgingBegun: { label: '裁判模型开始判定', kind: 'judgeModel', audit: 'evaluation.tests' },
  judgingPaused: { label: '暂停裁判模型的判定', kind: 'judgeModel', audit: 'evaluation.tests' },
  judgingResumed: { label: '继续裁判模型的判定', kind: 'judgeModel', audit: 'evaluation.tests' },
  judgingCancelled: { label: '取消裁判模型的判定', kind: 'judgeModel', audit: 'evaluation.tests' },
  judgingEnded: { label: '裁判模型的判定结束', kind: 'judgeModel', audit: null },
  connectionSaved: { label: '保存连接', kind: 'connections', audit: 'evaluation.connections' },
  connectionRemoved: { label: '删除连接', kind: 'connections', audit: 'evaluation.connections' },
  colleagueInvited: { label: COLLEAGUE_ACTS.colleagueInvited, kind: 'access', audit: 'evaluation.colleagues' },
  colleagueJoined: { label: COLLEAGUE_ACTS.colleagueJoined, kind: 'access', audit: 'evaluation.colleagues' },
  colleagueRemoved: { label: COLLEAGUE_ACTS.colleagueRemoved, kind: 'access', audit: 'evaluation.colleagues' },
  colleagueLeft: { label: COLLEAGUE_ACTS.colleagueLeft, kind: 'access', audit: 'evaluation.colleagues' },
  handoverOffered: { label: COLLEAGUE_ACTS.handoverOffered, kind: 'access', audit: 'evaluation.colleagues' },
  handoverWithdrawn: { label: COLLEAGUE_ACTS.handoverWithdrawn, kind: 'access', audit: 'evaluation.colleagues' },
  handoverDeclined: { label: COLLEAGUE_ACTS.handoverDeclined, kind: 'access', audit: 'evaluation.colleagues' },
  handedOver: { label: COLLEAGUE_ACTS.handedOver, kind: 'access', audit: 'evaluation.colleagues' },
  readerLinkCreated: { label: '生成只读链接', kind: 'access', audit: 'evaluation.link' },
  readerLinkRemoved: { label: '撤销只读链接', kind: 'access', audit: 'evaluation.link' },
  reportSigned: { label: '签发报告', kind: 'report', audit: null },
} as const satisfies Record<string, ActDefinition>
export type ProjectAct = keyof typeof PROJECT_ACTS

export const ACT_NAMES = Object.keys(PROJECT_ACTS) as [ProjectAct, ...ProjectAct[]]

/** Lists the acts of a kind; all of them without one. */
export const listActsOfKind = (kind: ActKind | undefined): ProjectAct[] =>
  ACT_NAMES.filter((act) => kind === undefined || PROJECT_ACTS[act].kind === kind)

/** In what capacity somebody acted; the platform acts by itself, such as at the end of a run. */
export const ACTOR_ROLES = {
  ...MEMBER_ROLES,
  judge: '评委',
  platform: '平台',
} as const
export type ActorRole = keyof typeof ACTOR_ROLES
export const ACTOR_ROLE_NAMES = Object.keys(ACTOR_ROLES) as [ActorRole, ...ActorRole[]]

/** Says what the record in a report is; `hash` is that of the report's signed data. */
export const describeRecord = (count: number, hash: string): string =>
  `共${count}条，从新建项目到定稿，只增不改，不含评分；是报告签名数据的一部分，签名数据的SHA-256：${hash}。`

/** Returns what an entry says beside its label: whom it concerns, and the details. */
export const describeAct = ({ subject, detail }: { subject: string; detail: string }): string =>
  [subject, detail].filter((part) => part !== '').join('：')
