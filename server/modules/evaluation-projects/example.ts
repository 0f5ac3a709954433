/**
 * Loads the public example: creates a project, takes it through every status as a member would, and ends with its
 * report.
 */
import { randomUUID } from 'node:crypto'
import type { ProjectExample } from '#contracts/evaluation-projects/example.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import type { Owner } from './projects.ts'
import type { EvaluationProjectService } from './service.ts'

type Projects = Pick<EvaluationProjectService, 'owned' | 'move' | 'judges' | 'judging' | 'trials'>

/** Creates the example project. Throws if the example doesn't fit the evaluation method, and like the services. */
export async function loadExample(projects: Projects, example: ProjectExample): Promise<void> {
  const owner = { id: null, name: example.owner }
  const { name, description } = example
  const { value } = await projects.owned.create({ name, description, products: example.products, profile: null }, owner)
  const { id } = value
  const setup = withMinimums(value.setup, example.minimums)
  await projects.owned.update(id, owner, undefined, { name, description, setup })

  const criteria = setup.groups.flatMap((group) => group.criteria)
  const getCriterion = (title: string) => getReferenced(criteria.find((item) => item.title === title)?.key, title)
  const getCandidate = (product: string) =>
    getReferenced(setup.candidates.find((item) => item.productId === product)?.key, product)

  const tasks = example.tasks.map((task) => ({ ...task, criterion: getCriterion(task.criterion) }))
  await projects.trials.saveTasks(id, owner, undefined, tasks)
  const access = new Map<string, JudgeCredentials>()
  for (const judge of example.judges) access.set(judge, await invite(projects, { id, owner }, judge))
  const getAccess = (judge: string) => getReferenced(access.get(judge), judge)

  await projects.move(id, owner, undefined, { to: 'scoring', reason: '' })
  await projects.trials.addOwned(id, owner, listTrials(example, getCandidate))
  for (const { judge, product, points, grades, notes } of example.scores)
    for (const [index, { key }] of criteria.entries())
      await projects.judging.save(getAccess(judge), null, {
        candidate: getCandidate(product),
        criterion: key,
        score: points[index] ?? null,
        grade: grades[index] ?? null,
        note: notes[index] ?? '',
        links: [],
        reason: '',
        version: 0,
      })
  for (const judge of example.judges) await projects.judging.submit(getAccess(judge), null)

  await projects.move(id, owner, undefined, { to: 'review', reason: '' })
  for (const { judge, product, criterion, score, grade, reason } of example.revisions)
    await projects.judging.save(getAccess(judge), null, {
      candidate: getCandidate(product),
      criterion: getCriterion(criterion),
      score,
      grade,
      note: '',
      links: [],
      reason,
      version: 0,
    })
  await projects.move(id, owner, undefined, { to: 'final', reason: '' })
}

const withMinimums = (setup: ProjectSetup, minimums: ProjectExample['minimums']): ProjectSetup => ({
  ...setup,
  groups: setup.groups.map((group) => ({
    ...group,
    criteria: group.criteria.map((criterion) => {
      const minimum = minimums[criterion.title]
      return minimum === undefined ? criterion : { ...criterion, isRequired: true, minimum }
    }),
  })),
})

async function invite(
  { judges }: Projects,
  { id, owner }: { id: string; owner: Owner },
  name: string,
): Promise<JudgeCredentials> {
  const { link } = await judges.invite(id, owner, { name, email: '' })
  return { token: getReferenced(link?.split('#')[1], name) }
}

const listTrials = (example: ProjectExample, getCandidate: (product: string) => string) =>
  example.trials.flatMap(({ product, task, passed, seconds, cost }) =>
    passed.map((isPassed, index) => ({
      id: randomUUID(),
      task,
      candidate: getCandidate(product),
      isPassed,
      seconds: seconds[index] ?? null,
      cost,
      note: '',
    })),
  )

function getReferenced<T>(value: T | null | undefined, name: string): T {
  if (value === undefined || value === null) throw new Error(`the example refers to ${name}, which doesn't exist`)
  return value
}
