/** Who works on a project, a shortlist or an inquiry, and what each may do. Without Zod, so that pages don't load it. */

/** The kinds of items that colleagues share, with what they are called. */
export const SHARED_KINDS = { project: '评估项目', shortlist: '选型清单', inquiry: '征询' } as const
export type SharedKind = keyof typeof SHARED_KINDS
export const SHARED_KIND_NAMES = Object.keys(SHARED_KINDS) as [SharedKind, ...SharedKind[]]

export const COLLEAGUE_ROLES = { coOwner: '共同所有人', secretary: '秘书' } as const
export type ColleagueRole = keyof typeof COLLEAGUE_ROLES
export const COLLEAGUE_ROLE_NAMES = Object.keys(COLLEAGUE_ROLES) as [ColleagueRole, ...ColleagueRole[]]

/** What a member is to an item; whoever has none of these roles doesn't learn that it exists. */
export const MEMBER_ROLES = { owner: '负责人', ...COLLEAGUE_ROLES } as const
export type MemberRole = keyof typeof MEMBER_ROLES
export const MEMBER_ROLE_NAMES = Object.keys(MEMBER_ROLES) as [MemberRole, ...MemberRole[]]

/** What is done about colleagues, with the labels in a project's record. */
export const COLLEAGUE_ACTS = {
  colleagueInvited: '邀请协作者',
  colleagueJoined: '协作者加入',
  colleagueRemoved: '移除协作者',
  colleagueLeft: '协作者退出',
  handoverOffered: '请协作者接手',
  handoverWithdrawn: '撤回移交',
  handoverDeclined: '谢绝接手',
  handedOver: '移交负责人',
} as const
export type ColleagueAct = keyof typeof COLLEAGUE_ACTS

/**
 * What an act needs. `run`: preparing, asking, inviting, importing and exporting. `manage`: what decides: moving on,
 * opening, ending, removing people, sharing. `own`: handing over and deleting.
 */
export type Right = 'run' | 'manage' | 'own'

const RIGHTS: Readonly<Record<MemberRole, readonly Right[]>> = {
  owner: ['run', 'manage', 'own'],
  coOwner: ['run', 'manage'],
  secretary: ['run'],
}

/** Returns whether a role includes a right. */
export const hasRight = (role: MemberRole, right: Right): boolean => RIGHTS[role].includes(right)

const isMemberRole = (role: string): role is MemberRole => Object.hasOwn(MEMBER_ROLES, role)

/**
 * The acts for which the right to prepare isn't enough. The server refuses them to whoever lacks the right, and pages don't
 * offer them.
 */
export const ACT_RIGHTS = {
  share: 'manage',
  handOver: 'own',
  changeStatus: 'manage',
  openToReaders: 'manage',
  removeJudge: 'manage',
  renewJudgeLink: 'manage',
  declareAsOwner: 'manage',
  decideWithdrawal: 'manage',
  removeRun: 'manage',
  closeReading: 'manage',
  reopenReading: 'manage',
  removeProject: 'own',
  removeShortlist: 'own',
  publishInquiry: 'manage',
  addAddendum: 'manage',
  answerClarification: 'manage',
  revokeInvitation: 'manage',
  replaceOpener: 'manage',
  openInquiry: 'manage',
  closeInquiry: 'manage',
  removeInquiry: 'own',
} as const satisfies Record<string, Right>
export type GuardedAct = keyof typeof ACT_RIGHTS

/** Returns whether somebody in a role, also one that is no member's, may do a guarded act. */
export const canDo = (role: string, act: GuardedAct): boolean => isMemberRole(role) && hasRight(role, ACT_RIGHTS[act])

/** Returns whether somebody in a role is among those who work on an item, and may prepare it. */
export const canPrepare = (role: string): boolean => isMemberRole(role)
