/** Files of products and submissions after a backup or a copy to another database. */

import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyDatabase } from '#server/platform/database/transfer/copy-database.ts'
import {
  getOtherKind,
  INSTALLATION_KINDS,
  openInstallation,
  setUpInstallations,
} from '#testing/databases/installations.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { createProductInput } from '#testing/factories/products.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { SUPER_ADMIN } from '#testing/factories/users.ts'
import { createTestClock } from '#testing/test-app.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLocalFiles } from '../../platform/files/local-files.ts'
import type { Services } from '../../services.ts'
import { readArchive } from './archive/read-archive.ts'
import { createBackup } from './create-backup.ts'
import type { Installation } from './installation.ts'
import { restoreBackup } from './restore-backup.ts'

const clock = createTestClock()
const PRODUCT_NAME = '排班助手'
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n报价单')

const installations = setUpInstallations()

/** Runs a task on the services of a database and a folder of files. */
async function withServices<Result>(
  installation: Pick<Installation, 'location' | 'uploadsFolder'>,
  task: (services: Services, database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, services } = await openInstallation(installation, clock)
  try {
    return await task(services, database)
  } finally {
    await database.close()
  }
}

/** Creates a product with two images, and a submission with one image and one attachment. */
const fillInstallation = (installation: Installation) =>
  withServices(installation, async ({ screenshots, products, submissions }, database) => {
    const images = []
    for (const [caption, width] of [
      ['工作流画布', 1_280],
      ['运营报表', 900],
    ] as const) {
      const saved = await screenshots.save({ bytes: await createPng(width, 800), originalName: `${caption}.png` })
      images.push({ ...saved, caption })
    }
    const product = createProductInput({ name: PRODUCT_NAME, screenshots: images })
    await database.write((transaction) => products.create(transaction, 'agent', product))
    const attachment = await submissions.attachments.save({ bytes: PDF, name: '报价单.pdf' })
    const image = await submissions.attachments.saveScreenshot({ bytes: await createPng(640, 400), name: '界面.png' })
    await submissions.submit({
      ...SUBMISSION,
      facts: [],
      files: [attachment.key],
      screenshots: [{ key: image.key, caption: '排班看板' }],
    })
  })

/** Returns the texts and files that visitors and reviewers see. */
const readVisibleContent = (installation: Pick<Installation, 'location' | 'uploadsFolder'>) =>
  withServices(installation, async ({ files, products, submissions, submissionReview }) => {
    const { screenshots } = await products.get('agent', PRODUCT_NAME)
    const images = []
    for (const { url, ...image } of screenshots) {
      const { open } = await files.getPublic(url)
      images.push({ ...image, url, bytes: (await buffer((await open()).stream)).toString('base64') })
    }
    const [record] = await submissionReview.listNewest(
      { search: '', category: '', status: '', late: false, unread: false },
      SUPER_ADMIN,
    )
    const submitted = []
    for (const { id, name, mimetype, caption } of record?.files ?? []) {
      const { open } = await submissions.attachments.get(record?._id ?? '', id)
      submitted.push({ name, mimetype, caption, bytes: (await buffer((await open()).stream)).toString('base64') })
    }
    return { images, submitted }
  })

describe.each(INSTALLATION_KINDS)('images and attachments (%s)', (kind) => {
  let source: Installation
  let before: Awaited<ReturnType<typeof readVisibleContent>>
  beforeAll(async () => {
    source = await installations.create(kind)
    await fillInstallation(source)
    before = await readVisibleContent(source)
  })

  it('stores images with their captions', () => {
    expect(before.images.map(({ caption, width }) => [caption, width])).toEqual([
      ['工作流画布', 1_280],
      ['运营报表', 900],
    ])
    expect(before.submitted.map(({ name, caption }) => [name, caption])).toEqual([
      ['报价单.pdf', null],
      ['界面.png', '排班看板'],
    ])
    expect(before.submitted[0]?.bytes).toBe(PDF.toString('base64'))
  })

  it('restores files from a verified backup on the other database', async () => {
    const path = installations.getPath(`${kind}.tar`)
    await createBackup({ path, location: source.location, files: createLocalFiles(source.uploadsFolder), clock })
    const { summary } = await readArchive(path)
    // Product images are stored in two sizes.
    expect(summary.files).toMatchObject({ count: 2 * 2 + 2, missing: [] })
    const target = await installations.create(getOtherKind(kind))
    await restoreBackup({ path, target, isReplacing: false, now: clock.now() })
    expect(await readVisibleContent(target)).toEqual(before)
  })

  it('serves files after a copy to the other database', async () => {
    const target = await installations.create(getOtherKind(kind))
    await copyDatabase(source.location, target.location)
    expect(await readVisibleContent({ location: target.location, uploadsFolder: source.uploadsFolder })).toEqual(before)
  })
})
