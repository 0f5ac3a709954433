import type { SampleRun } from '#contracts/evaluation-runs/sample-run.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { CATALOGUES, DOCUMENT_KINDS } from '#contracts/vocabulary.ts'
import { readDemo } from '../demo/read-demo.ts'
import { getContentTopic } from './modules/content/service.ts'
import { EVALUATION_METHODS_TOPIC } from './modules/evaluation/service.ts'
import { loadExample, type UnscoredExample } from './modules/evaluation-projects/example.ts'
import { EVENT_REGISTRATIONS_TOPIC } from './modules/events/service.ts'
import { ATTRIBUTES_TOPIC, getCatalogueTopic } from './modules/facts/service.ts'
import { SETTINGS_TOPIC } from './modules/settings/service.ts'
import type { Database } from './platform/database/database.ts'
import type { Services } from './services.ts'

/** Publishes the results of the example project on its sample products, marked as an example. */
async function publishExample({ evaluationPublishing }: Services): Promise<void> {
  const example = (await evaluationPublishing.listProjects()).find(({ isExample }) => isExample)
  if (!example) throw new Error('the example project has no report')
  const { reportId } = example
  const { candidates } = await evaluationPublishing.getReport(reportId)
  await evaluationPublishing.publish({ reportId, candidates: candidates.map(({ key }) => key) }, null)
}

/** Adds the tasks of the sample run to the example project, copied from their question bank, and the run. */
async function addRun(
  { questionBanks, evaluationProjects, evaluationRuns }: Services,
  run: SampleRun,
  { id, owner, getCandidate }: UnscoredExample,
): Promise<void> {
  const { tasks, title, version, hash } = await questionBanks.getPublic(run.bank, undefined)
  const asked = new Set(run.trials.map(({ task }) => task))
  const bank = { bank: run.bank, title, version, hash }
  const copied = tasks.filter(({ key }) => asked.has(key))
  await evaluationProjects.tasks.copyFromBank(id, { bank, tasks: copied }, owner)
  await evaluationRuns.addSample(id, { run, getCandidate, ownerName: owner.name })
}

/** The name that is locked while loading, so that only one of several starting nodes loads the sample content. */
const DEMO_LOCK = 'demo'

/** The topics of the sample content, in the order of locks, which isn't that of loading. */
const SAMPLE_TOPICS = [
  ...CATALOGUES.map(getCatalogueTopic),
  ...DOCUMENT_KINDS.map(getContentTopic),
  EVALUATION_METHODS_TOPIC,
  EVENT_REGISTRATIONS_TOPIC,
  ATTRIBUTES_TOPIC,
  SETTINGS_TOPIC,
].toSorted()

/** Loads the sample content into a database without saved documents. Returns whether it did. */
export async function loadDemo(database: Database, services: Services): Promise<boolean> {
  const { content, settings, files, qrCodes } = services
  if (await content.hasDocuments()) return false
  const demo = await readDemo()
  // Facts require attributes, which the server adds only when it starts.
  await services.facts.attributes.seed()
  for (const { file, key, bytes } of demo.pictures)
    await files.save({ key, bytes, mimetype: 'image/png', originalName: file })
  for (const { path, filename, mimetype, bytes } of demo.attachments)
    await files.save({ key: path.slice(UPLOADS_PREFIX.length), bytes, mimetype, originalName: filename })
  const isLoaded = await database.write(async (transaction) => {
    await transaction.lockName(DEMO_LOCK)
    if (await content.hasDocuments(transaction.db)) return false
    for (const topic of SAMPLE_TOPICS) await transaction.lock(topic)
    await settings.save(transaction, 'general', demo.general)
    for (const { kind, document } of demo.documents)
      await content.saveInTransaction(transaction, { kind, raw: document, actor: null })
    for (const code of demo.qrCodes) await qrCodes.create(transaction, code)
    for (const { catalogue, products } of demo.products)
      for (const product of products) await services.products.create(transaction, catalogue, product)
    for (const { catalogue, products } of demo.facts) await services.facts.addSamples(transaction, catalogue, products)
    for (const { product: id, catalogue, reviews } of demo.reviews)
      await services.memberReviews.addSamples(transaction, catalogue, id, reviews)
    await services.questionBanks.addSamples(transaction, demo.questionBanks)
    return true
  })
  if (!isLoaded) return false
  await loadExample(services.evaluationProjects, demo.evaluation, (project) =>
    addRun(services, demo.exampleRun, project),
  )
  await publishExample(services)
  return true
}
