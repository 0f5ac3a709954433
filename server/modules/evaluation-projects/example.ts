/**
 * Loads the public example: creates a project, takes it through every status as a member would, and ends with its
 * report.
 */
import { randomUUID } from 'node:crypto'
import { DEFAULT_STATEMENT } from '#contracts/evaluation-projects/default-statement.ts'
import type { ProjectExample } from '#contracts/evaluation-projects/example.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { JudgeCredentials, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { createTask } from '#contracts/rules/evaluation/create-task.ts'
import type { Owner } from './projects.ts'
import type { EvaluationProjectService } from './service.ts'

type Projects = Pick<
  EvaluationProjectService,
  'owned' | 'changeStatus' | 'judges' | 'judging' | 'interest' | 'signing' | 'tasks' | 'trials'
>

/** What stands above the statement that the example's judges confirm. */
const SAMPLE_NOTICE = '示例：以下声明与签署由虚构的评委作出。'

/** The example project before it is scored, and the key of its candidate that is a product. */
export type UnscoredExample = { id: string; owner: Owner; getCandidate: (product: string) => string }

/**
 * Creates the example project. `addRun` adds tasks that were asked and the run in which they were, before the report. Throws
 * if the example doesn't fit the evaluation method.
 */
export async function loadExample(
  projects: Projects,
  example: ProjectExample,
  addRun: (project: UnscoredExample) => Promise<void>,
): Promise<void> {
  const owner = { id: null, name: example.owner }
  const { id, setup } = await createProject(projects, owner, example)
  const criteria = setup.groups.flatMap((group) => group.criteria)
  const getCriterion = (title: string) => getReferenced(criteria.find((item) => item.title === title)?.key, title)
  const getCandidate = (product: string) =>
    getReferenced(setup.candidates.find((item) => item.productId === product)?.key, product)

  const tasks = example.tasks.map((task) => createTask({ ...task, criterion: getCriterion(task.criterion) }))
  await projects.tasks.save(id, tasks, { owner })
  await addRun({ id, owner, getCandidate })
  const credentials = await inviteJudges(projects, { id, owner }, example.judges)
  const getCredentials = (judge: string) => getReferenced(credentials.get(judge), judge)
  const saveScore = (judge: string, score: Pick<ScoreSave, 'candidate' | 'criterion'> & Partial<ScoreSave>) =>
    projects.judging.save(getCredentials(judge), { ...BLANK_SCORE, ...score }, null)

  await projects.changeStatus(id, { to: 'scoring', reason: '' }, { owner })
  await projects.trials.addOwned(id, listTrials(example, getCandidate), owner)
  for (const judge of example.judges) await declareInterest(projects, getCredentials(judge))
  for (const { judge, product, points, grades, notes } of example.scores)
    for (const [index, { key }] of criteria.entries())
      await saveScore(judge, {
        candidate: getCandidate(product),
        criterion: key,
        score: points[index] ?? null,
        grade: grades[index] ?? null,
        note: notes[index] ?? '',
      })
  for (const judge of example.judges) await projects.judging.submit(getCredentials(judge), null)

  await projects.changeStatus(id, { to: 'review', reason: '' }, { owner })
  for (const { judge, product, criterion, ...revision } of example.revisions)
    await saveScore(judge, { candidate: getCandidate(product), criterion: getCriterion(criterion), ...revision })
  for (const judge of example.judges) await sign(projects, getCredentials(judge), judge)
  await projects.changeStatus(id, { to: 'final', reason: '' }, { owner })
}

/** The example's judges are invented, and have no interests. */
async function declareInterest({ judging, interest }: Projects, credentials: JudgeCredentials): Promise<void> {
  const { statementHash } = (await judging.open(credentials, null)).interest
  await interest.declare(credentials, { statementHash, conflicts: [] }, null)
}

async function sign({ judging, signing }: Projects, credentials: JudgeCredentials, judge: string): Promise<void> {
  const { tableHash } = (await judging.open(credentials, null)).signing
  const signature = { name: judge, position: 'agreed', reason: '', drawing: null } as const
  await signing.sign(credentials, { ...signature, tableHash: getReferenced(tableHash, judge) }, null)
}

/** A first save of a score, without values. */
const BLANK_SCORE = { score: null, grade: null, note: '', links: [], reason: '', version: 0 }

/** Creates the project with the example's products and minimums. Returns its id and setup. */
async function createProject({ owned }: Projects, owner: Owner, { name, description, ...example }: ProjectExample) {
  const { value } = await owned.create({ name, description, products: example.products, profile: null }, owner)
  const setup = { ...withMinimums(value.setup, example.minimums), statement: `${SAMPLE_NOTICE}\n${DEFAULT_STATEMENT}` }
  await owned.update(value.id, { name, description, setup }, { owner })
  return { id: value.id, setup }
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

/** Invites the judges by link. Returns the credentials in each one's link, by name. */
async function inviteJudges(
  { judges }: Projects,
  { id, owner }: { id: string; owner: Owner },
  names: readonly string[],
): Promise<ReadonlyMap<string, JudgeCredentials>> {
  const credentials = new Map<string, JudgeCredentials>()
  for (const name of names) {
    const { link } = await judges.invite(id, { name, email: '' }, owner)
    credentials.set(name, { token: getReferenced(link?.split('#')[1], name) })
  }
  return credentials
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
