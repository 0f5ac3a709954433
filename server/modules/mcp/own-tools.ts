/** The tools at `/mcp` for those who send a key: what is the owner's own. They only read, too. */
import { z } from 'zod'
import { TEXT } from '#contracts/limits.ts'
import { hasScope, type MemberScope } from '#contracts/permissions.ts'
import { storedText } from '#contracts/stored-text.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { ShortlistService } from '#server/modules/shortlists/service.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'

const id = storedText().min(1).max(TEXT.word)

export const OWN_TOOLS = {
  my_shortlists: {
    title: '我的选型清单',
    description:
      '列出密钥所有者的选型清单，包括他人请其协作的；给出 `shortlist` 时，返回这一份的要求、候选，以及符合、待确认与不符合的产品。',
    inputSchema: z.strictObject({ shortlist: id.optional().describe('清单编号；不传时列出全部。') }),
  },
  my_projects: {
    title: '我的评估项目',
    description: '列出密钥所有者的评估项目：名称、状态、候选与评委的进度。',
    inputSchema: z.strictObject({}),
  },
  analyse_project: {
    title: '分析我的评估项目',
    description:
      '返回一个评估项目已有评分与试次的分析：总分、结论、评委一致性与稳健性。`scoreVisibility` 不是 `visible` 时，评分还不能查看，`analysis` 为 `null`。',
    inputSchema: z.strictObject({ project: id.describe('评估项目编号。') }),
  },
} as const
export type OwnToolName = keyof typeof OWN_TOOLS

/** What a key needs for each tool. */
const SCOPES: Record<OwnToolName, MemberScope> = {
  my_shortlists: 'own-shortlists:read',
  my_projects: 'own-projects:read',
  analyse_project: 'own-projects:read',
}

/** Returns whether a caller has a tool. A person has none: their session is for the site. */
export const hasOwnTool = (user: SignedInUser | null, name: OwnToolName): user is SignedInUser =>
  user?.key !== undefined && hasScope(user, SCOPES[name])

type Input<Name extends OwnToolName> = z.output<(typeof OWN_TOOLS)[Name]['inputSchema']>
export type OwnTools = { [Name in OwnToolName]: (input: Input<Name>, ownerId: string) => Promise<object> }
export type OwnToolDependencies = {
  shortlists: Pick<ShortlistService, 'list' | 'get'>
  projects: Pick<EvaluationProjectService, 'get' | 'owned' | 'exports'>
}

/** Creates the tools. Each returns an object, or throws an `AppError`. */
export const createOwnTools = ({ shortlists, projects }: OwnToolDependencies): OwnTools => ({
  my_shortlists: async ({ shortlist }, ownerId) =>
    shortlist === undefined
      ? { shortlists: await shortlists.list(ownerId) }
      : { shortlist: (await shortlists.get(shortlist, { id: ownerId })).value },

  my_projects: async (_, ownerId) => ({ projects: await projects.owned.list({ isInRecycleBin: false }, ownerId) }),

  async analyse_project({ project: projectId }, ownerId) {
    const { value: project } = await projects.get(projectId, ownerId)
    const { id: foundId, name, status, scoreVisibility, setup } = project
    const candidates = setup.candidates.map(({ key, name: candidate }) => ({ key, name: candidate }))
    const analysis = await projects.exports.analyze(projectId, ownerId)
    return { project: { id: foundId, name, status, scoreVisibility, candidates }, ...analysis }
  },
})
