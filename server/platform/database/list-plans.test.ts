/**
 * Asserts that every list and count of the stores uses an index on both databases, or is known not to grow. A new one
 * fails until it is listed here.
 */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SORT_ORDERS } from '#contracts/vocabulary.ts'
import * as abuseReports from '#server/modules/abuse-reports/store.ts'
import * as analytics from '#server/modules/analytics/store.ts'
import * as visits from '#server/modules/analytics/visits/store.ts'
import * as audit from '#server/modules/audit/store.ts'
import * as colleagues from '#server/modules/colleagues/store.ts'
import * as communityEvents from '#server/modules/community-events/store.ts'
import * as content from '#server/modules/content/store.ts'
import * as contentDrafts from '#server/modules/content-drafts/store.ts'
import * as judges from '#server/modules/evaluation-projects/judges/store.ts'
import * as projectRecord from '#server/modules/evaluation-projects/record/store.ts'
import * as evaluationProjects from '#server/modules/evaluation-projects/store.ts'
import * as judgeModels from '#server/modules/evaluation-runs/judge-model/store.ts'
import * as evaluationRuns from '#server/modules/evaluation-runs/store.ts'
import * as events from '#server/modules/events/store.ts'
import * as attributes from '#server/modules/facts/attributes/store.ts'
import * as facts from '#server/modules/facts/store.ts'
import * as follows from '#server/modules/follows/store.ts'
import * as identity from '#server/modules/identity/store.ts'
import * as inbox from '#server/modules/inbox/store.ts'
import * as subscriptions from '#server/modules/inbox/subscriptions/store.ts'
import * as answering from '#server/modules/inquiries/answering/store.ts'
import * as inquiries from '#server/modules/inquiries/store.ts'
import * as keys from '#server/modules/keys/store.ts'
import * as leads from '#server/modules/leads/store.ts'
import * as mailChoices from '#server/modules/mail/choices/store.ts'
import * as mail from '#server/modules/mail/store.ts'
import * as helpfulMarks from '#server/modules/member-reviews/helpful-marks/store.ts'
import * as reviewModeration from '#server/modules/member-reviews/moderation/store.ts'
import * as reviewRatings from '#server/modules/member-reviews/ratings/store.ts'
import * as memberReviews from '#server/modules/member-reviews/store.ts'
import * as outbox from '#server/modules/outbox/store.ts'
import * as possibleDuplicates from '#server/modules/possible-duplicates/store.ts'
import * as questionModeration from '#server/modules/product-questions/moderation/store.ts'
import * as productQuestions from '#server/modules/product-questions/store.ts'
import * as productUpdates from '#server/modules/product-updates/store.ts'
import * as recycleBin from '#server/modules/products/recycle-bin/store.ts'
import * as products from '#server/modules/products/store.ts'
import * as imports from '#server/modules/products/tables/imports/store.ts'
import * as productVersions from '#server/modules/products/versions/store.ts'
import * as publishedEvaluations from '#server/modules/published-evaluations/store.ts'
import * as questionBanks from '#server/modules/question-banks/store.ts'
import * as search from '#server/modules/search/store.ts'
import * as shortlists from '#server/modules/shortlists/store.ts'
import * as review from '#server/modules/submission-review/store.ts'
import * as conversation from '#server/modules/submissions/conversation/store.ts'
import * as corrections from '#server/modules/submissions/corrections/store.ts'
import * as submissions from '#server/modules/submissions/store.ts'
import * as users from '#server/modules/users/store.ts'
import * as vendorOrganisations from '#server/modules/vendors/organisations/store.ts'
import { explain } from '#testing/databases/explain.ts'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import * as backups from '../../modules/backups/store.ts'
import type { Database, Queryable } from './database.ts'

type Run = (db: Queryable, database: Database) => Promise<unknown>
type Runs = Readonly<Record<string, readonly Run[]>>

const PAGE = { limit: 20, offset: 40 }
const POSTS = {
  status: undefined,
  matches: undefined,
  catalogue: undefined,
  assignee: undefined,
  dueUntil: undefined,
  isReported: false,
}
const AT = '2026-11-22T02:00:00.000Z'
const RANGE = { start: AT, end: AT }
const CHANGES = { after: { updatedAt: AT, id: 'a' }, until: AT, limit: 20 }
const UPDATES = { ids: ['a', 'b'], since: AT, until: AT }
const LEADS = {
  kind: undefined,
  status: undefined,
  owner: undefined,
  late: undefined,
  matches: undefined,
}
const ENTRIES = {
  author: undefined,
  action: undefined,
  from: undefined,
  before: undefined,
  hiddenActions: ['member-review.submit'],
} as const
const DUPLICATE_CONDITIONS = [
  (db: Queryable) => possibleDuplicates.hasName(db, ['客服助手', '客服']),
  (db: Queryable) => possibleDuplicates.hasCompany(db, '示例', ['客服助手']),
]
const USERS = { status: undefined, role: undefined, search: undefined }
const REVIEWS = {
  matches: undefined,
  catalogue: undefined,
  status: undefined,
  assignee: undefined,
  dueUntil: undefined,
  isReported: false,
}
const REVIEW_SEARCH = { patterns: ['排班助手'], products: [1, 2], author: undefined }
const FEW = { matches: [1, 2] }
const SEARCH = { patterns: ['排班助手', 'pbzs'], canReadContacts: true }
const NOBODY = { roles: ['super_admin'] } as const
const LATE = { createdUntil: AT, createdBefore: AT, dueUntil: AT }
const SUBMISSIONS = {
  matches: undefined,
  category: undefined,
  status: undefined,
  assignee: undefined,
  late: undefined,
  hasUnread: false,
}
const JUDGE = { projectId: 'p', version: 'v' }
const NEWEST_SUBMISSIONS = { ...PAGE, order: 'desc' } as const

/** Lists that are read in the order of an index: without a table scan and without sorting. */
const PAGED: Runs = {
  'vendors/organisations listPendingRequests': [(db) => vendorOrganisations.listPendingRequests(db, PAGE)],
  'audit listAuditEntries': [
    {},
    { author: { id: 'a' } },
    { author: { names: ['张'] } },
    { action: 'data.export' } as const,
    { from: AT, before: AT },
    { action: 'data.export', author: { id: 'a' }, from: AT } as const,
  ].map((filter) => (db) => audit.listAuditEntries(db, { ...ENTRIES, ...filter }, { ...PAGE, hasFewMatches: true })),
  'audit listAuditEntriesAfter': [{}, { author: { id: 'a' } }, { author: { names: ['张'] } }].map(
    (filter) => (db) =>
      audit.listAuditEntriesAfter(
        db,
        { ...ENTRIES, ...filter },
        { after: { at: AT, id: 'a' }, limit: 20, hasFewMatches: false },
      ),
  ),
  'audit listRecentChanges': [(db) => audit.listRecentChanges(db, 10, ['auth.sign-in'])],
  'backups listLastRuns': [(db) => backups.listLastRuns(db, 2)],
  'backups listRunsAfter': [(db) => backups.listRunsAfter(db, AT)],
  'community-events listEventPage': (['upcoming', 'past', 'cancelled'] as const).map(
    (phase) => (db) => communityEvents.listEventPage(db, { phase, today: '2026-11-22', ids: undefined }, PAGE),
  ),
  'community-events listEventsOfDay': [(db) => communityEvents.listEventsOfDay(db, '2026-11-22')],
  'community-events listListedEvents': [(db) => communityEvents.listListedEvents(db, 500)],
  'content-drafts listPublications': [(db) => contentDrafts.listPublications(db, { from: AT, before: AT })],
  'content-drafts listProductPublications': [
    (db) => contentDrafts.listProductPublications(db, { from: AT, before: AT }),
  ],
  'content listRevisions': [(db) => content.listRevisions(db, 'home', PAGE)],
  'facts/attributes listRevisions': [(db) => attributes.listRevisions(db, 'a', PAGE)],
  'facts/attributes listFactsOfAttribute': [
    (db) => attributes.listFactsOfAttribute(db, 'a', { after: undefined, limit: 20 }),
  ],
  'leads listLeads': [
    {},
    { kind: 'evaluation' } as const,
    { status: 'new' } as const,
    { owner: NOBODY },
    { owner: { id: 'a' } },
    { late: LATE },
  ].flatMap((filter) =>
    SORT_ORDERS.map(
      (order): Run =>
        (db) =>
          leads.listLeads(db, { ...LEADS, ...filter }, { ...PAGE, order }),
    ),
  ),
  'leads listLeadsAfter': [(db) => leads.listLeadsAfter(db, LEADS, { after: { createdAt: AT, id: 'a' }, limit: 20 })],
  'mail countUnsentAbout': [(db) => mail.countUnsentAbout(db, 'a', AT)],
  'mail listMails': [(db) => mail.listMails(db, undefined, PAGE), (db) => mail.listMails(db, 'failed', PAGE)],
  'mail listMailsTo': [(db) => mail.listMailsTo(db, 'a@example.com', { after: { createdAt: AT, id: 'a' }, limit: 20 })],
  'products/versions listRevisions': [(db) => productVersions.listRevisions(db, 'a', PAGE)],
  'mail listMailRevisions': [(db) => mail.listMailRevisions(db, PAGE)],
  'member-reviews/moderation listPending': [
    (db) => reviewModeration.listPending(db, REVIEWS, PAGE),
    (db) => reviewModeration.listPending(db, { ...REVIEWS, catalogue: 'ai' }, PAGE),
  ],
  'member-reviews/moderation listDecidedReviews': [
    {},
    { status: 'published' } as const,
    { catalogue: 'ai' } as const,
  ].map((filter) => (db) => reviewModeration.listDecidedReviews(db, { ...REVIEWS, ...filter }, PAGE)),
  'facts listChangesAfter': [
    (db) => facts.listChangesAfter(db, { at: AT, productId: 'a', version: 1, ordinal: 1 }, CHANGES),
  ],
  'leads listChangedLeads': [(db) => leads.listChangedLeads(db, CHANGES)],
  'products listChangedProducts': [(db) => products.listChangedProducts(db, 'agent', CHANGES)],
  'submission-review listChangedSubmissions': [(db) => review.listChangedSubmissions(db, CHANGES)],
  'products/recycle-bin listRecycledProducts': [(db) => recycleBin.listRecycledProducts(db, 'agent', AT, PAGE)],
  'products listNewestProducts': [(db) => products.listNewestProducts(db, 'agent', 10)],
  'products/tables/imports listImports': [(db) => imports.listImports(db, 'agent', PAGE)],
  'products/tables/imports listChangesBefore': [
    (db) => imports.listChangesBefore(db, 'a', undefined, 20),
    (db) => imports.listChangesBefore(db, 'a', 5, 20),
  ],
  'published-evaluations listEvaluations': [
    (db) =>
      publishedEvaluations.listEvaluations(
        db,
        { patterns: [], catalogue: undefined, status: undefined, now: AT },
        PAGE,
      ),
  ],
  'submission-review listSubmissions': [
    {},
    { status: 'pending' } as const,
    { category: '财务' } as const,
    { status: 'pending', category: '财务' } as const,
    { late: LATE },
    { hasUnread: true },
  ].map((filter) => (db) => review.listSubmissions(db, { ...SUBMISSIONS, ...filter }, NEWEST_SUBMISSIONS)),
  'submission-review listSubmissionsBefore': [
    (db) => review.listSubmissionsBefore(db, SUBMISSIONS, { cursor: 7, limit: 20 }),
  ],
  'submissions listSubmissionsByEmail': [(db) => submissions.listSubmissionsByEmail(db, 'a@example.com', 20)],
  'submissions/conversation listMessages': [(db) => conversation.listMessages(db, 's')],
  'submissions/conversation listMessagesByAuthor': [(db) => conversation.listMessagesByAuthor(db, 'u')],
  'submissions/corrections listVersions': [(db) => corrections.listVersions(db, 's')],
  'submissions listDeletedSubmissions': [(db) => submissions.listDeletedSubmissions(db, PAGE)],
  'users listUsers': [{}, { status: 'active' } as const, { role: 'reviewer' } as const].map(
    (filter) => (db) => users.listUsers(db, { ...USERS, ...filter }, PAGE),
  ),
  'inbox listItems': [undefined, 'unread' as const].map(
    (status) => (db) =>
      inbox.listItems(db, { userId: 'a', names: ['lead.created', 'comment.mentioned'], status, ...PAGE }),
  ),
  'outbox listDeliveries': [undefined, 'waiting' as const].map(
    (status) => (db) => outbox.listDeliveries(db, 'a', { status, ...PAGE }),
  ),
}

/** Selected by an index, and few or only counted: they may be sorted, but need no table scan. */
const INDEXED: Runs = {
  'inbox countItems': [undefined, 'unread' as const].map(
    (status) => (db) => inbox.countItems(db, { userId: 'a', names: ['lead.created', 'comment.mentioned'], status }),
  ),
  'inbox/subscriptions listDueUsers': [(db) => subscriptions.listDueUsers(db, AT)],
  'inbox/subscriptions listWaitingItems': [(db) => subscriptions.listWaitingItems(db, 'a')],
  'inbox listOwnItems': [(db) => inbox.listOwnItems(db, 'a')],
  'inbox listActiveUsers': [(db) => inbox.listActiveUsers(db, ['a', 'b'])],
  'possible-duplicates listNamesToCompare': [
    (db) => possibleDuplicates.listNamesToCompare(db, { nameKey: '客服助手', readingKey: '', companyKey: '' }),
  ],
  'possible-duplicates listSimilarProducts': DUPLICATE_CONDITIONS.map(
    (condition) => (db) =>
      possibleDuplicates.listSimilarProducts(db, { condition: condition(db), updatesProductId: 'a', limit: 10 }),
  ),
  'possible-duplicates listSimilarSubmissions': DUPLICATE_CONDITIONS.map(
    (condition) => (db) =>
      possibleDuplicates.listSimilarSubmissions(db, {
        condition: condition(db),
        updatesProductId: 'a',
        limit: 10,
        id: 'b',
      }),
  ),
  'analytics countActiveUsers': [(db) => analytics.countActiveUsers(db, AT)],
  'analytics countLeads': [(db) => analytics.countLeads(db, RANGE)],
  'analytics countPendingSubmissions': [
    (db) => analytics.countPendingSubmissions(db),
    (db) => analytics.countPendingSubmissions(db, AT),
  ],
  'analytics countProducts': [(db) => analytics.countProducts(db), (db) => analytics.countProducts(db, AT)],
  'analytics countReports': [(db) => analytics.countReports(db, RANGE)],
  'analytics countSubmissions': [(db) => analytics.countSubmissions(db, RANGE)],
  'analytics/visits listTopNames': [(db) => visits.listTopNames(db, 'page', ['2026-11'], 10)],
  'analytics/visits listCategories': [(db) => visits.listCategories(db, ['2026-11'], 10)],
  'analytics/visits listProductCounts': [
    (db) => visits.listProductCounts(db, 'a', { from: '2024-11-01', to: '2026-11-22' }),
  ],
  'analytics/visits listExistingProducts': [(db) => visits.listExistingProducts(db, ['a', 'b'])],
  'analytics/visits listDailyTotals': [(db) => visits.listDailyTotals(db, '2026-11-01', '2026-11-22')],
  'analytics/visits listMostViewed': [
    (db) => visits.listMostViewed(db, new Map([['a', 1]]), 10),
    (_, database) => visits.addCountsToSums(database, 'product', '2026-11', new Map()),
  ],
  'analytics/visits listCountedNames': [(db) => visits.listCountedNames(db, 'referrer', '2026-11-22')],
  'audit countAuditEntries': [
    {},
    { author: { id: 'a' } },
    { author: { names: ['张', '李'] } },
    { action: 'data.export' } as const,
    { from: AT },
  ].map((filter) => (db) => audit.countAuditEntries(db, { ...ENTRIES, ...filter }, 10_000)),
  'audit listAuthorNames': [(db) => audit.listAuthorNames(db, '张')],
  'content countRevisions': [(db) => content.countRevisions(db, 'home')],
  'evaluation-projects countOwnedProjects': [(db) => evaluationProjects.countOwnedProjects(db, 'a')],
  'evaluation-projects listProjectIdsRecycledBefore': [(db) => evaluationProjects.listProjectIdsRecycledBefore(db, AT)],
  'evaluation-projects/judges listJudgedProjects': [(db) => judges.listJudgedProjects(db, 'a')],
  'evaluation-projects/judges listSeatIds': [(db) => judges.listSeatIds(db, 'a', 'b')],
  'evaluation-projects/judges listSeats': [(db) => judges.listSeats(db, 'a')],
  'evaluation-projects listOwnedProjects': [
    (db) => evaluationProjects.listOwnedProjects(db, 'a', { isInRecycleBin: false }),
  ],
  'vendors/organisations countPendingRequests': [(db) => vendorOrganisations.countPendingRequests(db)],
  'vendors/organisations listDomains': [(db) => vendorOrganisations.listDomains(db, ['a', 'b'])],
  'vendors/organisations listMembers': [(db) => vendorOrganisations.listMembers(db, ['a', 'b'])],
  'vendors/organisations listMemberships': [
    (db) => vendorOrganisations.listMemberships(db, { id: 'a', email: 'a@b.cn' }),
  ],
  'vendors/organisations listOrganisationProducts': [
    (db) => vendorOrganisations.listOrganisationProducts(db, ['a', 'b']),
  ],
  'vendors/organisations listOwnRequests': [(db) => vendorOrganisations.listOwnRequests(db, 'a')],
  'vendors/organisations listProductMoves': [(db) => vendorOrganisations.listProductMoves(db, ['a', 'b'])],
  'vendors/organisations listProductOrganisations': [
    (db) => vendorOrganisations.listProductOrganisations(db, ['a', 'b']),
  ],
  'vendors/organisations listProductsAtDomains': [(db) => vendorOrganisations.listProductsAtDomains(db, ['a.cn'])],
  'vendors/organisations listExistingProducts': [(db) => vendorOrganisations.listExistingProducts(db, ['a', 'b'])],
  'colleagues listColleagues': [(db) => colleagues.listColleagues(db, { kind: 'project', id: 'a' })],
  'colleagues listColleaguesOfUser': [(db) => colleagues.listColleaguesOfUser(db, 'a')],
  'evaluation-projects listProjectsById': [(db) => evaluationProjects.listProjectsById(db, ['a', 'b'])],
  'inquiries listInquiriesById': [(db) => inquiries.listInquiriesById(db, ['a', 'b'])],
  'shortlists listShortlistsById': [(db) => shortlists.listShortlistsById(db, ['a', 'b'])],
  'evaluation-projects/record countActs': [
    (db) => projectRecord.countActs(db, { projectId: 'a', acts: ['setupSaved', 'runBegun'] }),
  ],
  'evaluation-projects/record listActs': [(db) => projectRecord.listActs(db, 'a')],
  'evaluation-projects/record listActsOf': [
    (db) => projectRecord.listActsOf(db, { projectId: 'a', acts: ['setupSaved', 'runBegun'] }),
  ],
  'evaluation-projects/record listNewestActs': [
    (db) => projectRecord.listNewestActs(db, { projectId: 'a', acts: ['setupSaved', 'runBegun'] }, PAGE),
  ],
  'evaluation-projects listPublishableProjects': [(db) => evaluationProjects.listPublishableProjects(db, AT)],
  'evaluation-runs listActiveRuns': [(db) => evaluationRuns.listActiveRuns(db)],
  'evaluation-runs/judge-model countVerdicts': [(db) => judgeModels.countVerdicts(db, JUDGE, 'r')],
  'evaluation-runs/judge-model listUndecided': [
    (db) => judgeModels.listUndecided(db, JUDGE, { after: { runId: '', position: -1 }, limit: 20 }),
  ],
  'evaluation-runs/judge-model listVerdictPairs': [(db) => judgeModels.listVerdictPairs(db, JUDGE)],
  'community-events countEvents': (['upcoming', 'past', 'cancelled'] as const).map(
    (phase) => (db) => communityEvents.countEvents(db, { phase, today: '2026-11-22', ids: undefined }),
  ),
  'events countRegistrations': [(db) => events.countRegistrations(db, ['a', 'b'])],
  'events countWaitingBefore': [(db) => events.countWaitingBefore(db, { eventId: 'a', createdAt: AT, id: 'a' })],
  'events listAttendees': [(db) => events.listAttendees(db, 'a', PAGE)],
  'events listFirstOnWaitingList': [(db) => events.listFirstOnWaitingList(db, 'a', 20)],
  'events listConfirmedUsers': [(db) => events.listConfirmedUsers(db, 'a')],
  'events listRegisteredUsers': [(db) => events.listRegisteredUsers(db, 'a')],
  'events listOwnRegistrations': [(db) => events.listOwnRegistrations(db, 'a')],
  'facts countChanges': [(db) => facts.countChanges(db, { productId: 'a', hiddenAttributeKeys: [] })],
  'facts listChanges': [(db) => facts.listChanges(db, { productId: 'a', hiddenAttributeKeys: [] }, PAGE)],
  'facts listConfirmations': [(db) => facts.listConfirmations(db, 'a', 'b', 20)],
  'facts listDisputesByAttribute': [(db) => facts.listDisputesByAttribute(db, ['a', 'b'])],
  'facts listFactsOfAttribute': [(db) => facts.listFactsOfAttribute(db, 'a')],
  'facts listStaleCertificates': [(db) => facts.listStaleCertificates(db, ['a', 'b'], AT)],
  'facts listValuesByGrade': [(db) => facts.listValuesByGrade(db, 'a', ['public', 'verified'])],
  'facts/attributes countFactsByValue': [(db) => attributes.countFactsByValue(db, 'a', 'b')],
  'facts/attributes countProducts': [(db) => attributes.countProducts(db, 'a')],
  'facts/attributes countRevisions': [(db) => attributes.countRevisions(db, 'a')],
  'identity countAttempts': [
    (db) => identity.countAttempts(db, { exceptId: '', device: null, name: { column: 'name', values: ['a'] } }),
  ],
  'identity listActiveUsers': [(db) => identity.listActiveUsers(db, ['editor', 'reviewer'])],
  'identity listActiveSuperAdmins': [identity.listActiveSuperAdmins],
  'identity listSessions': [(db) => identity.listSessions(db, 'a', AT)],
  'inquiries countOwnInquiries': [(db) => inquiries.countOwnInquiries(db, 'a')],
  'inquiries listClarifications': [(db) => inquiries.listClarifications(db, 'a')],
  'inquiries listDueReminders': [(db) => inquiries.listDueReminders(db, 'a', 10)],
  'inquiries listDueProposals': [(db) => inquiries.listDueProposals(db, 'a', 10)],
  'inquiries listInquiriesByOpener': [(db) => inquiries.listInquiriesByOpener(db, 'a@example.com')],
  'inquiries listInvitationStatuses': [(db) => inquiries.listInvitationStatuses(db, ['a', 'b'])],
  'inquiries listInvitations': [(db) => inquiries.listInvitations(db, 'a')],
  'inquiries listOwnInquiries': [(db) => inquiries.listOwnInquiries(db, 'a')],
  'inquiries listSubmissions': [(db) => inquiries.listSubmissions(db, 'a')],
  'inquiries listInvitationsAbout': [(db) => inquiries.listInvitationsAbout(db, ['a', 'b'])],
  'inquiries listInvitationsTo': [(db) => inquiries.listInvitationsTo(db, 'a@example.com')],
  'inquiries/answering listLibraryRows': [(db) => answering.listLibraryRows(db, 'a@example.com')],
  'inquiries/answering listLibraryRowsOf': [(db) => answering.listLibraryRowsOf(db, 'a@example.com', 'a')],
  'inquiries/answering listAnswerRows': [(db) => answering.listAnswerRows(db, 'a')],
  'inquiries/answering listFileRows': [(db) => answering.listFileRows(db, 'a')],
  'keys countActiveKeys': [(db) => keys.countActiveKeys(db, 'a', AT)],
  'keys listExpiringKeys': [(db) => keys.listExpiringKeys(db, { now: AT, until: AT })],
  'keys listKeysOfKind': [(db) => keys.listKeysOfKind(db, 'platform')],
  'keys listKeyUses': [(db) => keys.listKeyUses(db, 'a')],
  'keys listOwnKeys': [(db) => keys.listOwnKeys(db, 'a')],
  'leads countLeads': [
    {},
    { kind: 'evaluation' } as const,
    { status: 'new' } as const,
    { late: LATE },
    { owner: { id: 'a' } },
    FEW,
  ].map((filter) => (db) => leads.countLeads(db, { ...LEADS, ...filter })),
  'leads countLeadsByStatus': [{}, { kind: 'evaluation' } as const, { owner: NOBODY }, FEW].map(
    (filter) => (db) => leads.countLeadsByStatus(db, { ...LEADS, ...filter }),
  ),
  'leads listNewLeads': [(db) => leads.listNewLeads(db, { after: AT, until: AT })],
  'leads listMatches': [(db) => leads.listMatches(db, SEARCH)],
  'mail/choices listOptOuts': [(db) => mailChoices.listOptOuts(db, 'a')],
  'mail countMails': [mail.countMails],
  'products/versions countRevisions': [(db) => productVersions.countRevisions(db, 'a')],
  'mail countMailRevisions': [mail.countMailRevisions],
  'mail countRecentMails': [(db) => mail.countRecentMails(db, AT)],
  'mail countRetryableMails': [(db) => mail.countRetryableMails(db, AT)],
  'mail listDueMails': [(db) => mail.listDueMails(db, AT, 10)],
  'member-reviews/moderation countByAddress': [(db) => reviewModeration.countByAddress(db, ['a'], AT)],
  'member-reviews/moderation countModeratedReviews': [
    (db) => reviewModeration.countModeratedReviews(db, REVIEWS),
    (db) => reviewModeration.countModeratedReviews(db, { ...REVIEWS, catalogue: 'ai' }),
    (db) => reviewModeration.countModeratedReviews(db, { ...REVIEWS, ...FEW }),
    (db) => reviewModeration.listPending(db, { ...REVIEWS, ...FEW }, PAGE),
    (db) => reviewModeration.listDecidedReviews(db, { ...REVIEWS, ...FEW }, PAGE),
  ],
  'member-reviews/ratings countRatedProducts': [FEW].map(
    ({ matches: hiddenProducts }) =>
      (db) =>
        reviewRatings.countRatedProducts(db, { affiliations: ['none'], minReviews: 5, hiddenProducts }),
  ),
  'member-reviews/ratings countRatings': [FEW].map(
    ({ matches: hiddenProducts }) =>
      (db) =>
        reviewRatings.countRatings(db, { isVerified: true, parts: 3, cutoffs: [AT, AT, AT, AT], hiddenProducts }),
  ),
  'member-reviews/ratings listHiddenProducts': [reviewRatings.listHiddenProducts],
  'member-reviews countReviewsBetween': [(db) => memberReviews.countReviewsBetween(db, { since: AT, until: AT }, 'a')],
  'member-reviews countUnanswered': [(db) => memberReviews.countUnanswered(db, ['a'])],
  'member-reviews/helpful-marks listMarkedReviewIds': [(db) => helpfulMarks.listMarkedReviewIds(db, 'a', 'b')],
  // Authors are searched in all accounts, which are few; moderators without contact data can't search them.
  'member-reviews/moderation listMatches': [(db) => reviewModeration.listMatches(db, REVIEW_SEARCH)],
  'member-reviews listReviewsByAuthor': [(db) => memberReviews.listReviewsByAuthor(db, 'a')],
  'member-reviews/ratings listRatingColumns': [(db) => reviewRatings.listRatingColumns(db, 'a')],
  'member-reviews/ratings listPublishedReviews': [
    (db) => reviewRatings.listPublishedReviews(db, 'a', { ...PAGE, sort: 'helpful' }),
  ],
  'outbox countDeliveries': [outbox.countDeliveries],
  'outbox listUndeliveredEvents': [(db) => outbox.listUndeliveredEvents(db, ['a'])],
  'facts listChangesOfProducts': [(db) => facts.listChangesOfProducts(db, UPDATES)],
  'follows listFollows': [(db) => follows.listFollows(db, 'a')],
  'follows countFollows': [(db) => follows.countFollows(db, 'a')],
  'follows listDueDigests': [(db) => follows.listDueDigests(db, AT)],
  'abuse-reports listOpenReports': [(db) => abuseReports.listOpenReports(db, 'review', ['a', 'b'])],
  'abuse-reports listReportsByUser': [(db) => abuseReports.listReportsByUser(db, 'a')],
  'product-questions listShownAnswers': [(db) => productQuestions.listShownAnswers(db, ['a', 'b'])],
  'product-questions countShownQuestions': [(db) => productQuestions.countShownQuestions(db, 'a')],
  'product-questions countAnswersOfOthers': [(db) => productQuestions.countAnswersOfOthers(db, 'a', 'b')],
  'product-questions listPostsByAuthor': [(db) => productQuestions.listPostsByAuthor(db, 'a')],
  'product-questions listShownQuestions': [(db) => productQuestions.listShownQuestions(db, 'a', PAGE)],
  'product-questions/moderation listMatches': [(db) => questionModeration.listMatches(db, REVIEW_SEARCH)],
  'product-questions/moderation countPosts': [
    (db) => questionModeration.countPosts(db, { ...POSTS, status: 'pending' }),
    (db) => questionModeration.countPosts(db, { ...POSTS, status: 'pending', isReported: true }),
    (db) => questionModeration.countPosts(db, { ...POSTS, ...FEW, status: 'pending' }),
    (db) => questionModeration.countPosts(db, { ...POSTS, status: 'pending', assignee: { id: 'a' } }),
  ],
  'product-questions/moderation listPosts': [
    (db) => questionModeration.listPosts(db, { ...POSTS, status: 'pending' }, { ...PAGE, order: 'asc' }),
    (db) => questionModeration.listPosts(db, { ...POSTS, status: 'rejected' }, { ...PAGE, order: 'desc' }),
  ],
  'product-updates listPriceChanges': [(db) => productUpdates.listPriceChanges(db, UPDATES)],
  'product-updates listAddedProducts': [(db) => productUpdates.listAddedProducts(db, UPDATES)],
  'product-updates listPublications': [(db) => productUpdates.listPublications(db, UPDATES)],
  'products countLiveProducts': [(db) => products.countLiveProducts(db, 'agent')],
  'products/tables/imports listVersions': [(db) => imports.listVersions(db, 'agent', ['a', 'b'])],
  'products/tables/imports countImports': [(db) => imports.countImports(db, 'agent')],
  'products/recycle-bin countRecycledProducts': [(db) => recycleBin.countRecycledProducts(db, 'agent', AT)],
  'published-evaluations countEvaluations': [
    (db) =>
      publishedEvaluations.countEvaluations(db, { patterns: [], catalogue: undefined, status: undefined, now: AT }),
  ],
  'question-banks countOwnBanks': [(db) => questionBanks.countOwnBanks(db, 'a')],
  'question-banks listBanks': [(db) => questionBanks.listBanks(db, 'a')],
  'shortlists countOwnShortlists': [(db) => shortlists.countOwnShortlists(db, 'a')],
  'shortlists listSubscribedIds': [(db) => shortlists.listSubscribedIds(db, 'a')],
  'shortlists listOwnShortlists': [(db) => shortlists.listOwnShortlists(db, 'a')],
  'submission-review countByStatus': [
    (db) => review.countByStatus(db, SUBMISSIONS),
    (db) => review.countByStatus(db, { ...SUBMISSIONS, ...FEW }),
  ],
  'search listProductsContaining': [(db) => search.listProductsContaining(db, '排班助手', ['vendor'])],
  'submission-review listMatches': [(db) => review.listMatches(db, SEARCH)],
  'submission-review countSubmissions': [{}, { status: 'pending' } as const, { late: LATE }, { hasUnread: true }].map(
    (filter) => (db) => review.countSubmissions(db, { ...SUBMISSIONS, ...filter }),
  ),
  'submissions/conversation countMessages': [
    (db) => conversation.countMessages(db, { submissionId: 's', isFromVendor: true, since: AT }),
  ],
  'submissions listPendingUpdates': [(db) => submissions.listPendingUpdates(db, ['p1', 'p2'])],
  'submissions countDeletedSubmissions': [submissions.countDeletedSubmissions],
  'users countUsers': [{}, { status: 'active' } as const, { role: 'reviewer' } as const].map(
    (filter) => (db) => users.countUsers(db, { ...USERS, ...filter }),
  ),
}

/** Lists and counts whose plan isn't asserted, by reason. */
const EXEMPT_QUERIES: Readonly<Record<string, readonly string[]>> = {
  'rows by given keys, as many as a page or batch contains': [
    'evaluation-projects/judges listJudges',
    'media-library listMediaFiles',
    'media-library listProductNames',
    'media-library listQrCodeTitles',
    'assignments listUsers',
    'comments listUserNames',
    'facts listFactRows',
    'facts listFactsVersions',
    'facts listFilterValues',
    'facts/review listDisputedAttributes',
    'facts/review listKnownAttributes',
    'identity/links listLinks',
    'identity/two-factor listTwoFactorUsers',
    'member-reviews/proofs listProofs',
    'products countChanges',
    'products/saving countProductViews',
    'products listNamedProducts',
    'products listNamesInText',
    'products listNamesakes',
    'products listProducts',
    'products/numbers listProductsByNumber',
    'products/catalogue-index listRowsById',
    'published-evaluations listCurrentEvaluations',
    'published-evaluations listVerdicts',
    'published-evaluations/statements listOpenStatements',
    'settings listRevisions',
    'submissions/attachments listSubmissionFiles',
    'submissions/conversation listMessagesOfSubmissions',
    'vendors listProductVendors',
    'vendors listSubmissionContacts',
  ],
  'rows of one person, project or product, whose number is limited': [
    'comments countComments',
    'comments listComments',
    'comments listFieldComments',
    'comments listThreadAuthors',
    'leads listOpenLeads',
    'member-reviews/moderation listAssignedReviews',
    'product-questions/moderation listAssignedPosts',
    'submission-review listAssignedSubmissions',
    'drafts countOtherDrafts',
    'drafts listDrafts',
    'drafts listOwnDrafts',
    'saved-views countViews',
    'saved-views listOwnViews',
    'saved-views listViews',
    'evaluation-projects/connections listConnections',
    'evaluation-projects/interest listDeclarations',
    'evaluation-projects/judging listCellEvidence',
    'evaluation-projects/judging listCellScores',
    'evaluation-projects/judging listEvidence',
    'evaluation-projects/judging listScores',
    'evaluation-projects/reports listReports',
    'evaluation-projects/seals listSeals',
    'evaluation-projects/signing listSignatures',
    'evaluation-projects/trials listTrials',
    'evaluation-runs/claims countClaimed',
    'evaluation-runs/trials countDecided',
    'evaluation-runs/trials countByOutcome',
    'evaluation-runs/trials countOutcomes',
    'evaluation-runs/trials countPaid',
    'evaluation-runs countProjectTrials',
    'evaluation-runs/trials listDecidedTrials',
    'evaluation-runs listDeletedRuns',
    'evaluation-runs listEndedRuns',
    'evaluation-runs/trials listVerdictsAfter',
    'evaluation-runs/trials listFailedTrials',
    'evaluation-runs/trials listResultsAfter',
    'evaluation-runs/claims listClaimedTrials',
    'evaluation-runs/claims listClaims',
    'evaluation-runs/runners listRunnerTokens',
    'evaluation-runs/trials listGradableTrials',
    'evaluation-runs/claims listOpenTrials',
    'evaluation-runs/trials listTaskResults',
    'evaluation-projects/vendor-answers listVendorAnswers',
    'evaluation-runs/grading countReadings',
    'evaluation-runs/grading listItemReadings',
    'evaluation-runs/grading listItems',
    'evaluation-runs/grading listOpenGradings',
    'evaluation-runs/grading listPositionsOf',
    'evaluation-runs/grading listReadings',
    'evaluation-runs/grading listReadingsOfJudges',
    'evaluation-runs listRuns',
    'evaluation-runs/trials listRunTrials',
    'evaluation-runs/trials listTrialsAfter',
    'evaluation-runs/trials listVerdictRows',
    'inquiries listInquiryVersions',
    'question-banks listVersions',
    'evaluation-runs/judge-model listJudgeable',
    'evaluation-runs/judge-model listJudgings',
    'evaluation-runs/judge-model listPositions',
    'evaluation-runs/judge-model listVerdicts',
    'facts listChangedAttributes',
    'identity/company-accounts countProviders',
    'identity/company-accounts listCompanyAccounts',
    'identity/company-accounts listProviders',
    'identity/devices listDeviceUses',
    'identity/passkeys countPasskeys',
    'identity/passkeys listPasskeys',
    'identity/two-factor countRecoveryCodes',
    'member-reviews/helpful-marks listMarkedReviews',
    'member-reviews/proofs countUnclaimedProofs',
    'member-reviews/proofs listProofsByUser',
    'published-evaluations/statements listStatementsByAuthor',
    'published-evaluations/statements listStatementsWithProducts',
    'qr-codes listActiveQrCodes',
    'qr-codes listQrCodes',
    'vendors listProductsByContact',
  ],
  'small tables, to which only staff add rows': [
    'community-events listAllEvents',
    'content-drafts countLinks',
    'content-drafts listDrafts',
    'content-drafts listDueDrafts',
    'content-drafts listLinks',
    'alarms listActive',
    'outbox countSwitchedOff',
    'outbox countWebhooks',
    'outbox listDueWebhooks',
    'inbox/subscriptions listSubscribers',
    'outbox listWebhooks',
    'content listOtherUsers',
    'evaluation-projects/reports listReportKeys',
    'events listEventChanges',
    'question-banks listPublishedBanks',
    'evaluation/methods listMethods',
    'facts/attributes listAttributes',
    'published-evaluations/statements countPendingStatements',
    'published-evaluations/statements listPendingStatements',
  ],
  'products and their facts, whose plans query-plans.test.ts asserts or the index of the catalogue replaces': [
    'facts listChangedFacts',
    'facts listLatestFactsVersions',
    'facts/review countDisputes',
    'facts/review countIncompleteProducts',
    'facts/review countStaleFacts',
    'facts/review listDisputes',
    'facts/review listIncompleteProducts',
    'facts/review listMostViewedProducts',
    'facts/review listStaleFacts',
    'products listActiveProducts',
    'products listActiveProductsAfter',
    'products/catalogue-index listChangedRows',
    'products listLiveProducts',
    'products listLiveProductsAfter',
    'products/catalogue-index listReviewedVersions',
  ],
  'tables that grow with the members, counted or filtered for the back office only': [
    'evaluation-projects/connections listOrigins',
    'media-library listMediaKeys',
    'vendors/organisations listOrganisations',
  ],
  'whole tables, read in the background, at startup or by a command': [
    'app-secret countEncrypted',
    'evaluation-projects/connections listEncryptedSecrets',
    'evaluation-projects/seals listNonces',
    'facts/attributes countFacts',
    'identity/two-factor listEncryptedSecrets',
    'inquiries listBlocks',
    'inquiries listInquiryKeys',
    'inquiries/answering listAllLibraryRows',
    'mail listEncryptedBodies',
    'member-reviews/ratings listRatedProducts',
    'member-reviews listWithdrawnBefore',
    'products listActiveNames',
    'products listIdentities',
    'products/tables/imports listUndoableBefore',
    'published-evaluations listCurrentIds',
    'shortlists listSubscribedShortlists',
    'submissions listDeletedBefore',
    'vendors/organisations listMovedProducts',
  ],
}

const MODULES = join(import.meta.dirname, '../../modules')

/** Returns the names of all list and count functions of the stores, prefixed with their modules. */
async function listStoreFunctions(): Promise<string[]> {
  const names: string[] = []
  for (const path of globSync('**/store.ts', { cwd: MODULES })) {
    const store: Record<string, unknown> = await import(join(MODULES, path))
    for (const name of Object.keys(store)) if (/^(?:list|count)[A-Z]/.test(name)) names.push(`${dirname(path)} ${name}`)
  }
  return names.sort()
}

it('covers every list and count of the stores', async () => {
  const known = [...Object.keys(PAGED), ...Object.keys(INDEXED), ...Object.values(EXEMPT_QUERIES).flat()]
  expect(known.toSorted()).toEqual(await listStoreFunctions())
})

/**
 * A scan of a whole table; SQLite names the index otherwise. The exceptions aren't tables, except `…_grams`: PostgreSQL
 * reads such an index only by bitmap scans, which are disabled here.
 */
const SCAN = /"SCAN (?!json_each|names|counted|matching)\w+"|Seq Scan on (?!\w+_grams\b)/
const SORT = /FOR (?:LAST \w+ (?:TERMS? )?OF |RIGHT PART OF )?ORDER BY|Sort Key/

describe.each(TEST_DATABASES)('lists and counts ($name)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it.each(Object.entries({ ...PAGED, ...INDEXED }))('scans no table for %s', async (_, runs) => {
    for (const run of runs)
      for (const plan of await explain(database, () => run(database.read, database))) expect(plan).not.toMatch(SCAN)
  })

  it.each(Object.entries(PAGED))('does not sort for %s', async (_, runs) => {
    for (const run of runs) {
      // The first plan selects the page; the rows of the page are read by key and may be sorted.
      const [plan] = await explain(database, () => run(database.read, database))
      expect(plan).not.toMatch(SORT)
    }
  })
})
