/** Prepares evaluations for browser tests: products, a project with two judges, and its report. */
import type { APIRequestContext } from '@playwright/test'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { getAdminToken } from './admin-session.ts'
import { expect } from './fixtures.ts'

/** The scores of both judges; the fifth product is published later. */
const PRODUCTS = [
  { name: '巡检甲', points: 94 },
  { name: '巡检乙', points: 84 },
  { name: '巡检丙', points: 76 },
  { name: '巡检丁', points: 64 },
  { name: '巡检戊', points: 88 },
] as const

export type Sender = (
  path: string,
  data?: object,
  method?: 'POST' | 'PUT' | 'PATCH',
) => Promise<ReturnType<typeof JSON.parse>>

/** Returns a function that sends to the API as the administrator and returns the reply's data. */
export async function createAdminSender(request: APIRequestContext): Promise<Sender> {
  const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
  return async (path, data = {}, method = 'POST') => {
    const reply = await request.fetch(path, { method, headers, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()).data
  }
}

type FinishedProject = { category: string; names: string[]; products: string[]; reportId: string }

/** Creates five products in a separate category, and completes a project on them. */
export async function finishProject(request: APIRequestContext): Promise<FinishedProject> {
  const send = await createAdminSender(request)
  const suffix = crypto.randomUUID().slice(0, 6)
  const category = `巡检${suffix}`
  const names = PRODUCTS.map(({ name }) => `${name}${suffix}`)
  const products: string[] = []
  for (const name of names)
    products.push((await send(catalogueCalls.createAgent.path, { name, category, description: '巡检' })).id)
  return { category, names, products, reportId: await completeEvaluation(send, products, `巡检评估${suffix}`) }
}

/** Publishes the results of products on their pages. */
export async function publishResults(request: APIRequestContext, reportId: string, products: readonly string[]) {
  const send = await createAdminSender(request)
  await send('/api/evaluation/publications', { reportId, candidates: products })
}

/** A project with judges. `path` is that of its calls; each judge's link contains a token. */
type ProjectWithJudges = { project: ProjectView; path: string; judgeLinks: string[] }

type ProjectOptions = { name: string; products: readonly string[]; judges: readonly string[] }

/** Creates a project of the administrator, and invites judges. */
export async function createProject(
  send: Sender,
  { name, products, judges }: ProjectOptions,
): Promise<ProjectWithJudges> {
  const project: ProjectView = await send('/api/evaluation/projects', { name, products })
  const path = `/api/evaluation/projects/${project.id}`
  const judgeLinks: string[] = []
  for (const judge of judges) judgeLinks.push((await send(`${path}/judges`, { name: judge })).link)
  return { project, path, judgeLinks }
}

/** Declares, as the judge with a link, that there is no conflict of interest. */
export async function declareAs(send: Sender, judgeLink: string): Promise<void> {
  const access = getAccess(judgeLink)
  const { statementHash } = (await send('/api/evaluation/judging', { access })).interest
  await send('/api/evaluation/judging/declaration', { access, declaration: { statementHash } })
}

/** Scores one cell as the judge with a link, who has declared. */
export async function scoreCellAs(
  send: Sender,
  judgeLink: string,
  cell: { candidate: string; criterion: string; score: number; note?: string },
): Promise<void> {
  const score = { note: '', ...cell, grade: 'verified', reason: '', version: 0 }
  await send('/api/evaluation/judging/score', { access: getAccess(judgeLink), score })
}

export const submitScoresAs = (send: Sender, judgeLink: string) =>
  send('/api/evaluation/judging/submit', { access: getAccess(judgeLink) })

const getAccess = (judgeLink: string) => ({ token: judgeLink.split('#')[1] })

/** Completes a project on products. Returns the id of its report. */
export async function completeEvaluation(send: Sender, products: readonly string[], name: string): Promise<string> {
  const { project, path, judgeLinks } = await createProject(send, { name, products, judges: ['李评委', '周评委'] })
  await send(`${path}/status`, { to: 'scoring' })
  const criteria = project.setup.groups.flatMap((group) => group.criteria)
  for (const [judgeIndex, judgeLink] of judgeLinks.entries()) {
    await declareAs(send, judgeLink)
    for (const [index, { key: candidate }] of project.setup.candidates.entries())
      for (const { key: criterion } of criteria) {
        const score = (PRODUCTS[index]?.points ?? 0) - 4 * judgeIndex
        await scoreCellAs(send, judgeLink, { candidate, criterion, score })
      }
    await submitScoresAs(send, judgeLink)
  }
  await send(`${path}/status`, { to: 'review' })
  return (await send(`${path}/status`, { to: 'final' })).reportId
}
