import { readDemo } from '../demo/read-demo.ts'
import type { Services } from './app.ts'
import type { Database } from './platform/database/database.ts'

/** Loads the sample content into a database that holds no document yet. Gives whether it did. */
export async function loadDemo(
  database: Database,
  { content, catalogue, settings, community }: Services,
): Promise<boolean> {
  if (await content.isAnySaved()) return false
  const demo = await readDemo()
  await database.write(async (write) => {
    await settings.save(write, 'general', demo.general)
    for (const { kind, document } of demo.documents) await content.save(write, kind, document, null)
    for (const code of demo.qrCodes) await community.create(write, code)
    for (const { catalogue: which, products } of demo.products)
      for (const product of products) await catalogue.create(write, which, product)
  })
  return true
}
