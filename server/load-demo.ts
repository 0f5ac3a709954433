import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { readDemo } from '../demo/read-demo.ts'
import { loadExample } from './modules/evaluation-projects/example.ts'
import type { Database } from './platform/database/database.ts'
import type { Services } from './services.ts'

/** Loads the sample content into a database that holds no document yet. Returns whether it did. */
export async function loadDemo(database: Database, services: Services): Promise<boolean> {
  const { content, settings, files, community } = services
  if (await content.isAnySaved()) return false
  const demo = await readDemo()
  for (const { file, key, bytes } of demo.pictures)
    await files.save({ key, bytes, mimetype: 'image/png', originalName: file })
  for (const { path, filename, mimetype, bytes } of demo.attachments)
    await files.save({ key: path.slice(UPLOADS_PREFIX.length), bytes, mimetype, originalName: filename })
  await database.write(async (write) => {
    await settings.save(write, 'general', demo.general)
    for (const { kind, document } of demo.documents) await content.save(write, { kind, raw: document, actor: null })
    for (const code of demo.qrCodes) await community.create(write, code)
    for (const { catalogue, products } of demo.products)
      for (const product of products) await services.products.create(write, catalogue, product)
    for (const { product: id, catalogue, reviews } of demo.reviews)
      await services.memberReviews.addSamples(write, catalogue, id, reviews)
  })
  await loadExample(services.evaluationProjects, demo.evaluation)
  return true
}
