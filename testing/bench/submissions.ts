/** How long the review's list takes with a thousand submissions and with a hundred thousand. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type SubmissionPageQuery, SubmissionPageQuerySchema } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_CATEGORIES, SUBMISSION_STATUSES } from '#contracts/vocabulary.ts'
import { searchWordsOf } from '#server/modules/submissions/search-words.ts'
import { insertSubmission } from '#server/modules/submissions/store.ts'
import { type Database, openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { median } from './numbers.ts'
import { productOf } from './products.ts'

const ROUNDS = 9

type Filled = { database: Database; services: Services }

/** A database of its own with so many submissions, made of the bench's products. */
export async function fillSubmissions(dataDir: string, count: number): Promise<Filled> {
  const database = await openSqliteDatabase(join(dataDir, `${count}.sqlite`))
  await insertSubmissions(database, count)
  const services = createServices({
    database,
    store: openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') }),
  })
  return { database, services }
}

export async function insertSubmissions(database: Database, count: number): Promise<void> {
  await database.write(async ({ tx }) => {
    for (let at = 0; at < count; at += 1) await insertSubmission(tx, submissionOf(at))
  })
}

function submissionOf(at: number) {
  const { agreeToTerms: _, ...fields } = SUBMISSION
  const { name, description } = productOf(at)
  const named = { productName: name, companyName: `第${at}号科技公司`, productDescription: description }
  const createdAt = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
  return {
    ...{ ...fields, ...named, id: randomUUID(), receipt: `ZJ-${at}`, createdAt, updatedAt: createdAt },
    ...{ category: SUBMISSION_CATEGORIES[at % 7] ?? '其他', status: SUBMISSION_STATUSES[at % 3] ?? 'pending' },
    ...{ reviewNotes: '', vendorNotes: '', checklistJson: '[]', version: 1, searchText: searchWordsOf(named) },
    ...{ reviewedAt: null, reviewedBy: null, reviewedByName: null, productId: null, idempotencyKey: null },
  }
}

const queryOf = (query: object): SubmissionPageQuery => SubmissionPageQuerySchema.parse(query)

/** What the list may cost with a hundred times as many: the counts look at every one that is found. */
const GROWTH = 20
/** Where all are found, each has to be looked at. */
const LINEAR_GROWTH = 100

type Asked = { query: SubmissionPageQuery; growth: number }
const asked = (query: object, growth = GROWTH): Asked => ({ query: queryOf(query), growth })

/** What a reviewer asks for: the first page, one among many, one status, a rare word, one that most have, one that all have. */
export const SUBMISSION_QUERIES: Readonly<Record<string, Asked>> = {
  'first page': asked({}),
  'a filter by status and category': asked({ status: 'pending', category: '财务' }),
  'a search that finds few': asked({ search: '第77号' }),
  'a search by initials': asked({ search: 'sjfxgw77' }),
  'a search that finds a twelfth': asked({ search: '采购' }),
  'a search that finds all': asked({ search: '系统' }, LINEAR_GROWTH),
}

/** Milliseconds of one query, the median of several. */
export async function timeSubmissions({ services }: Filled, query: SubmissionPageQuery): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now()
    await services.submissionReview.page(query, true)
    // The first warms up.
    if (round > 0) times.push(performance.now() - began)
  }
  return median(times)
}
