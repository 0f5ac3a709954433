import { withAllSections } from '#contracts/documents/documents.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { PAGES } from '#contracts/paths.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { TestApp } from '../test-app.ts'
import { type Caller, createSignedInUser } from './users.ts'

/** Two groups with three criteria, one of them required, and the weights of a use case. */
const STANDARDS = {
  evaluationStandards: {
    groups: [
      {
        key: 'tech',
        title: '技术',
        percentage: 60,
        criteria: [
          { key: 't1', title: '准确性', percentage: 40, items: ['自有任务集的实测'] },
          { key: 't2', title: '安全', percentage: 20, isRequired: true, minimum: 60 },
        ],
      },
      { key: 'market', title: '市场', percentage: 40, criteria: [{ key: 'm1', title: '案例', percentage: 40 }] },
    ],
    profiles: [{ key: 'service', title: '客户服务', weights: [{ criterion: '准确性', percentage: 50 }] }],
  },
}

/** Saves an evaluation document with a method, which projects require. */
export const saveMethod = ({ database, services }: TestApp, sections: JsonObject = STANDARDS) => {
  const raw = withAllSections('evaluation', sections)
  return database.write((transaction) =>
    services.content.saveInTransaction(transaction, { kind: 'evaluation', raw, actor: null }),
  )
}

/** Returns a client for evaluations that sends as a caller. Its methods return the replies of the app. */
export function createProjectClient(app: TestApp, caller: Pick<Caller, 'headers'> | null) {
  const headers = caller?.headers ?? {}
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    extraHeaders: Record<string, string> = {},
  ) =>
    app.server.inject({
      method,
      url: `/api/evaluation${path}`,
      headers: { ...headers, ...extraHeaders },
      ...(payload && { payload }),
    })
  const createIfMatch = (version: number | undefined): Record<string, string> =>
    version === undefined ? {} : { 'if-match': `"${version}"` }
  const open = (access: JudgeCredentials) => send('POST', '/judging', { access })
  return {
    send,
    create: (body: object = { name: '客服选型' }) => send('POST', '/projects', body),
    get: (id: string) => send('GET', `/projects/${id}`),
    update: (id: string, body: object, version?: number) =>
      send('PUT', `/projects/${id}`, body, createIfMatch(version)),
    changeStatus: (id: string, to: string, reason = '', version?: number) =>
      send('POST', `/projects/${id}/status`, { to, reason }, createIfMatch(version)),
    invite: (id: string, body: object) => send('POST', `/projects/${id}/judges`, body),
    open,
    /** Confirms the statement that the judge sees, with conflicts of interest or without any. */
    async declare(access: JudgeCredentials, conflicts: object[] = []) {
      const judging: Judging | undefined = (await open(access)).json().data
      const { statementHash } = judging?.interest ?? { statementHash: '' }
      return send('POST', '/judging/declaration', { access, declaration: { statementHash, conflicts } })
    },
    score: (access: JudgeCredentials, score: object) =>
      send('POST', '/judging/score', { access, score: { note: '', links: [], reason: '', version: 0, ...score } }),
    submit: (access: JudgeCredentials) => send('POST', '/judging/submit', { access }),
  }
}
export type ProjectClient = ReturnType<typeof createProjectClient>

/** Returns the token in a judge's link. */
export const readToken = (link: string): string => link.split(`${PAGES.judging}#`)[1] ?? ''

export type PreparedProject = {
  id: string
  owner: Caller
  client: ProjectClient
  /** A judge without an account. */
  judge: { id: string; access: { token: string } }
  guest: ProjectClient
}

let ownerCount = 0
/** Returns a name that no other owner has. */
function createOwnerName(): string {
  ownerCount += 1
  return `owner-${ownerCount}`
}

/** Creates a project of a new member with two custom candidates and a judge by link, with the status 设定. */
export const prepareProject = async (app: TestApp, ownerName: string = createOwnerName()): Promise<PreparedProject> =>
  prepareProjectOf(app, await createSignedInUser(app, 'member', ownerName))

const CANDIDATES = [
  { key: 'a', name: '甲' },
  { key: 'b', name: '乙' },
]

/** Creates a project as `prepareProject`, of a member who exists. */
export async function prepareProjectOf(
  app: TestApp,
  owner: Caller,
  candidates: readonly object[] = CANDIDATES,
): Promise<PreparedProject> {
  const client = createProjectClient(app, owner)
  const project: ProjectView = (await client.create()).json().data
  await client.update(project.id, { name: project.name, setup: { ...project.setup, candidates } })
  const { judge, link } = (await client.invite(project.id, { name: '李评委' })).json().data
  return {
    id: project.id,
    owner,
    client,
    judge: { id: judge.id, access: { token: readToken(link) } },
    guest: createProjectClient(app, null),
  }
}

/** Declares no conflict, and scores every cell: the first candidate with `points`, each further one with ten points fewer. */
export async function scoreAll(
  client: ProjectClient,
  access: JudgeCredentials,
  points = 80,
  reason = '',
): Promise<void> {
  await client.declare(access)
  const judging: Judging = (await client.open(access)).json().data
  for (const [index, { key: candidate }] of judging.candidates.entries())
    for (const { key: criterion } of judging.groups.flatMap((group) => group.criteria)) {
      const reply = await client.score(access, {
        candidate,
        criterion,
        score: points - 10 * index,
        grade: 'verified',
        reason,
      })
      if (reply.statusCode !== 200) throw new Error(`Scoring failed: ${reply.body}`)
    }
}

/** Moves a prepared project to 复议, after the judge has scored every cell and submitted. */
export async function finishScoring(project: PreparedProject): Promise<void> {
  const { client, guest, judge, id } = project
  await client.changeStatus(id, 'scoring')
  await scoreAll(guest, judge.access)
  await guest.submit(judge.access)
  await client.changeStatus(id, 'review')
}
