/** Measures the review list with one thousand and with one hundred thousand submissions. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type SubmissionPageQuery, SubmissionPageQuerySchema } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { SUBMISSION_CATEGORIES } from '#contracts/vocabulary.ts'
import { insertSubmission } from '#server/modules/submissions/store.ts'
import { buildSubmissionSearch } from '#server/modules/submissions/submission-search.ts'
import { type Database, openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { SUPER_ADMIN } from '#testing/factories/users.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { createProductInput } from './products.ts'
import { median } from './statistics.ts'

const ROUNDS = 9

type FilledDatabase = { database: Database; services: Services }

/** Returns a new database with `count` generated submissions. */
export async function fillSubmissions(dataDir: string, count: number): Promise<FilledDatabase> {
  const database = await openSqliteDatabase(join(dataDir, `${count}.sqlite`))
  await insertSubmissions(database, count)
  const services = createServices({
    database,
    fileStore: openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') }),
  })
  return { database, services }
}

export async function insertSubmissions(database: Database, count: number): Promise<void> {
  await database.write(async ({ db }) => {
    for (let index = 0; index < count; index += 1) await insertSubmission(db, createSubmission(index))
  })
}

function createSubmission(index: number) {
  const { agreeToTerms: _, ...fields } = SUBMISSION
  const { name, description } = createProductInput(index)
  const texts = { productName: name, companyName: `第${index}号科技公司`, productDescription: description }
  const receipt = `ZJ-${index}`
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  return {
    ...fields,
    ...texts,
    id: randomUUID(),
    receipt,
    createdAt,
    updatedAt: createdAt,
    category: SUBMISSION_CATEGORIES[index % 7] ?? '其他',
    status: SUBMISSION_STATUSES[index % 3] ?? 'pending',
    reviewNotes: '',
    vendorNotes: '',
    checklistJson: '[]',
    version: 1,
    ...buildSubmissionSearch({ ...fields, ...texts, receipt }),
    reviewedAt: null,
    reviewedBy: null,
    reviewedByName: null,
    productId: null,
    productVersion: null,
    previousProductJson: null,
    decisionMailId: null,
    deletedAt: null,
  }
}

const createQuery = (query: object): SubmissionPageQuery => SubmissionPageQuerySchema.parse(query)

/** The allowed growth for a hundred times as many rows, since the counts read every match. */
const GROWTH = 20
/** If all rows match, each must be read. */
const LINEAR_GROWTH = 100

type MeasuredQuery = { query: SubmissionPageQuery; growth: number }
const createCase = (query: object, growth = GROWTH): MeasuredQuery => ({ query: createQuery(query), growth })

/** The measured queries of reviewers, each with its allowed growth. */
export const SUBMISSION_QUERIES: Readonly<Record<string, MeasuredQuery>> = {
  'first page': createCase({}),
  'a filter by status and category': createCase({ status: 'pending', category: '财务' }),
  'a search with few matches': createCase({ search: '第77号' }),
  'a search by initials': createCase({ search: 'sjfxgw77' }),
  'a search that matches a twelfth': createCase({ search: '采购' }),
  'a search that matches all': createCase({ search: '系统' }, LINEAR_GROWTH),
}

/** Returns the median milliseconds of a query. */
export async function measureSubmissions({ services }: FilledDatabase, query: SubmissionPageQuery): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedAt = performance.now()
    await services.submissionReview.list(query, SUPER_ADMIN)
    // The first round warms up.
    if (round > 0) times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** Returns the least milliseconds of processor time in which the possible duplicates of a submission are found. */
export async function measureApproval({ services }: FilledDatabase): Promise<number> {
  const { items } = await services.submissionReview.list(createQuery({ status: 'pending' }), SUPER_ADMIN)
  const times: number[] = []
  for (const { _id } of items.slice(0, ROUNDS)) {
    const startedAt = process.cpuUsage()
    await services.submissionReview.getApprovalInfo(_id)
    const { user, system } = process.cpuUsage(startedAt)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}
