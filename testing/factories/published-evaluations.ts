/** Creates finished projects of staff that can be published. */
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import type { TestApp } from '../test-app.ts'
import { createProjectClient, readToken, saveMethod } from './evaluation-projects.ts'
import type { Caller } from './users.ts'

/** The groups of the market map with two criteria each; the first of 技术 is required. */
const STANDARDS = {
  evaluationStandards: {
    groups: [
      {
        key: 'tech',
        title: '技术',
        percentage: 40,
        criteria: [
          { key: 't1', title: '安全', percentage: 20, isRequired: true, minimum: 40 },
          { key: 't2', title: '准确性', percentage: 20 },
        ],
      },
      {
        key: 'business',
        title: '商业',
        percentage: 35,
        criteria: [
          { key: 'b1', title: '成本', percentage: 20 },
          { key: 'b2', title: '服务', percentage: 15 },
        ],
      },
      {
        key: 'market',
        title: '市场',
        percentage: 25,
        criteria: [
          { key: 'm1', title: '案例', percentage: 15 },
          { key: 'm2', title: '口碑', percentage: 10 },
        ],
      },
    ],
  },
}

/** Saves a method with the three groups of the market map. */
export const saveMapMethod = (app: TestApp) => saveMethod(app, STANDARDS)

/** A candidate that two judges score: one with `points`, one with four fewer; `null` if it isn't scored. */
type ScoredProduct = { productId: string; points: number | null }

/**
 * Creates a project of the owner with these products and completes it. All scores have the grade 自行核实. Returns the
 * ids of the project and its report.
 */
export async function finishProject(
  app: TestApp,
  owner: Caller,
  scoredProducts: readonly ScoredProduct[],
  name = '平台评估',
): Promise<{ projectId: string; reportId: string }> {
  const client = createProjectClient(app, owner)
  const guest = createProjectClient(app, null)
  const products = scoredProducts.map(({ productId }) => productId)
  const created = await client.create({ name, products })
  if (created.statusCode !== 200) throw new Error(`The project wasn't created: ${created.body}`)
  const { id, setup }: ProjectView = created.json().data
  const judges: JudgeCredentials[] = []
  for (const judge of ['李评委', '周评委']) {
    const { link } = (await client.invite(id, { name: judge })).json().data
    judges.push({ token: readToken(link) })
  }
  await client.changeStatus(id, 'scoring')
  for (const [judgeIndex, access] of judges.entries()) {
    await guest.declare(access)
    for (const { key, productId } of setup.candidates) {
      const points = scoredProducts.find((item) => item.productId === productId)?.points ?? null
      if (points === null) continue
      for (const { key: criterion } of setup.groups.flatMap(({ criteria }) => criteria))
        await guest.score(access, { candidate: key, criterion, score: points - 4 * judgeIndex, grade: 'verified' })
    }
    await guest.submit(access)
  }
  await client.changeStatus(id, 'review')
  const final = await client.changeStatus(id, 'final')
  if (final.statusCode !== 200) throw new Error(`The report wasn't created: ${final.body}`)
  return { projectId: id, reportId: final.json().data.reportId }
}
