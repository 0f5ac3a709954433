/** Measures every list of the back office and of members in a database of the largest expected size. */

import { join } from 'node:path'
import { AnalyticsQuerySchema } from '#contracts/analytics/analytics.ts'
import { AuditQuerySchema } from '#contracts/audit/audit.ts'
import { LeadQuerySchema } from '#contracts/leads/lead.ts'
import { AUDIT_COUNT_LIMIT, AUDIT_PER_PAGE } from '#contracts/limits.ts'
import { OutboxQuerySchema } from '#contracts/mail/mail.ts'
import { ModerationQuerySchema } from '#contracts/member-reviews/moderation.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import { SubmissionPageQuerySchema } from '#contracts/submission-review/submission-review.ts'
import { UserQuerySchema } from '#contracts/users/user.ts'
import { type Database, openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { SUPER_ADMIN } from '#testing/factories/users.ts'
import { NEWEST } from './generate-rows.ts'
import { insertListRows } from './list-rows.ts'
import { LIST_SIZES } from './list-sizes.ts'
import { median } from './statistics.ts'

const ROUNDS = 5

type List = (services: Services) => Promise<unknown>

const submissions =
  (query: object): List =>
  ({ submissionReview }) =>
    submissionReview.list(SubmissionPageQuerySchema.parse(query), SUPER_ADMIN)
const reviews =
  (query: object): List =>
  ({ memberReviews }) =>
    memberReviews.moderation.list(ModerationQuerySchema.parse(query), SUPER_ADMIN)
const users =
  (query: object): List =>
  (services) =>
    services.users.list(UserQuerySchema.parse(query), SUPER_ADMIN)
const audit =
  (query: object): List =>
  (services) =>
    services.audit.list(AuditQuerySchema.parse(query), SUPER_ADMIN)
const leads =
  (query: object): List =>
  (services) =>
    services.leads.list(LeadQuerySchema.parse(query), { id: 'user-0000000', role: 'super_admin' })
const mails =
  (query: object): List =>
  ({ mail }) =>
    mail.outbox.list(OutboxQuerySchema.parse(query))
const analytics =
  (query: object): List =>
  (services) =>
    services.analytics.getReport(AnalyticsQuerySchema.parse(query))

const TODAY = toDay(NEWEST)
const ADMIN = {
  id: 'user-0000000',
  email: '',
  name: '',
  role: 'super_admin',
  sessionId: '',
  hasSecondFactor: false,
  mustEnableTwoFactor: false,
  mustChangePassword: false,
} as const

/** The measured lists by the rows they select from: first and last pages, and each filter. */
const LISTS: Readonly<Record<string, Readonly<Record<string, List>>>> = {
  'of all': { dashboard: (services) => services.analytics.getDashboard(SUPER_ADMIN) },
  submissions: {
    'first page': submissions({}),
    'last page': submissions({ page: (LIST_SIZES.submissions * 0.95) / 20 }),
    'a status and a category': submissions({ status: 'pending', category: '财务' }),
    'a search': submissions({ search: '采购助手' }),
    'recycle bin': ({ submissions: { recycleBin } }) => recycleBin.list(1),
    'one array': ({ submissionReview }) =>
      submissionReview.listNewest(
        { search: '', category: '全部', status: '全部', late: false, unread: false },
        SUPER_ADMIN,
      ),
  },
  reviews: {
    'first page of the moderation': reviews({}),
    'last page': reviews({ page: 4_700 }),
    'a status': reviews({ status: 'published' }),
    'a catalogue': reviews({ catalogue: 'ai' }),
    'a search with few matches': reviews({ search: '产品0000077' }),
    'a search that matches an eighth': reviews({ search: '采购' }),
    'a search by an author': reviews({ search: 'member0000077@' }),
    'one member': ({ memberReviews }) => memberReviews.listOwn('user-0000050'),
  },
  wide: {
    'reviews by a phrase in all of them': reviews({ search: '问答有出处' }),
    'reviews by a substring of all names': reviews({ search: '产品' }),
    'leads by a phrase in all of them': leads({ search: '知识库' }),
  },
  statistics: {
    'of all reviews': ({ memberReviews }) => memberReviews.getStatistics(),
  },
  summary: {
    'of the product with the most reviews': ({ memberReviews }) =>
      memberReviews.list('agent', 'product-0000000', { sort: 'helpful', page: 1 }),
  },
  users: {
    'first page': users({}),
    'last page': users({ page: LIST_SIZES.users / 10 }),
    'a role': users({ role: 'reviewer' }),
    'a status': users({ status: 'inactive' }),
    'a search': users({ search: '会员0000077' }),
    'sessions of one account': (services) => services.identity.sessions.list(ADMIN),
  },
  audit: {
    'first page': audit({}),
    'last counted page': audit({ page: AUDIT_COUNT_LIMIT / AUDIT_PER_PAGE }),
    'a frequent action': audit({ action: 'auth.sign-in' }),
    'a rare action': audit({ action: 'data.import' }),
    'an author by id': audit({ user: 'user-0000005' }),
    'an author by name': audit({ user: '员工0000005' }),
    'authors by a substring of few names': audit({ user: '00077' }),
    'authors by a substring of all names': audit({ user: '0' }),
    'an author and an action': audit({ user: '员工0000005', action: 'product.update' }),
    'a span of days': audit({ from: addDays(TODAY, -90), to: addDays(TODAY, -60) }),
    'a span and a rare action': audit({ from: addDays(TODAY, -300), to: TODAY, action: 'data.import' }),
  },
  revisions: {
    'first page': ({ content }) => content.listRevisions('home', 1),
    'last page': ({ content }) => content.listRevisions('home', LIST_SIZES.revisions / 20),
    'two revisions compared': async ({ content }) => {
      await content.getRevision('home', 10, SUPER_ADMIN)
      await content.getRevision('home', LIST_SIZES.revisions - 10, SUPER_ADMIN)
    },
  },
  views: {
    '30 days': analytics({ range: '30d' }),
    '90 days': analytics({ range: '90d' }),
    '12 months': analytics({ range: '12m' }),
    'two years': analytics({ range: 'custom', from: addDays(TODAY, -730), to: TODAY }),
  },
  leads: {
    'first page': leads({}),
    'last page': leads({ page: LIST_SIZES.leads / 20 }),
    'a status': leads({ status: 'completed' }),
    'a kind': leads({ kind: 'evaluation' }),
    'an owner': leads({ owner: 'me' }),
    'no owner': leads({ owner: 'none' }),
    'late ones': leads({ late: 'true' }),
    'a search with few matches': leads({ search: '公司0000077' }),
  },
  mails: {
    'first page': mails({}),
    'last page': mails({ page: LIST_SIZES.mails / 20 }),
    'failed ones': mails({ status: 'failed' }),
    'outbox status': ({ mail }) => mail.outbox.getStatistics(),
  },
  shortlists: {
    'one member': ({ shortlists }) => shortlists.list('user-0000050'),
  },
  products: {
    'recycle bin': ({ products }) => products.listRecycled('agent'),
  },
}

export type FilledLists = { database: Database; services: Services }

export async function fillLists(
  dataDir: string,
  open: () => Promise<Database> = () => openSqliteDatabase(join(dataDir, 'lists.sqlite')),
): Promise<FilledLists> {
  const database = await open()
  await insertListRows(database, LIST_SIZES)
  const fileStore = openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') })
  const clock = { now: () => NEWEST }
  const services = createServices({ database, fileStore, clock })
  return { database, services }
}

/** Returns the median milliseconds of several calls after a warm-up call. */
async function timeList({ services }: FilledLists, list: List): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedAt = performance.now()
    await list(services)
    if (round > 0) times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** The times of the lists of one subject, slowest first. */
type ListTimes = { subject: string; lists: { name: string; time: number }[] }

/** Measures the lists of all subjects, or of the given ones. */
export async function timeLists(filled: FilledLists, only = Object.keys(LISTS)): Promise<ListTimes[]> {
  const times: ListTimes[] = []
  for (const subject of only) {
    const lists: ListTimes['lists'] = []
    for (const [name, list] of Object.entries(LISTS[subject] ?? {}))
      lists.push({ name, time: await timeList(filled, list) })
    times.push({ subject, lists: lists.sort((one, other) => other.time - one.time) })
  }
  return times
}
