import { beforeAll, describe, expect, it } from 'vitest'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import { badgeCalls } from '#contracts/badges/calls.ts'
import { brandingCalls } from '#contracts/branding/calls.ts'
import type { Call } from '#contracts/call.ts'
import { documentCalls, documentPartCalls, documentSaveCalls } from '#contracts/content/calls.ts'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { evaluationCalls, methodCalls } from '#contracts/evaluation/calls.ts'
import { evaluationAnalysisCalls } from '#contracts/evaluation-analysis/calls.ts'
import { evaluationCheckCalls } from '#contracts/evaluation-checks/calls.ts'
import { readingCalls } from '#contracts/evaluation-grading/calls.ts'
import { judgingCalls, readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import { runReadingCalls } from '#contracts/evaluation-runs/calls.ts'
import { runnerCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { factCalls } from '#contracts/facts/calls.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { companyCalls } from '#contracts/identity/company-calls.ts'
import { passkeyCalls } from '#contracts/identity/passkey-calls.ts'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { latestCalls } from '#contracts/latest/calls.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { openDataCalls } from '#contracts/open-data/calls.ts'
import { can, type Permission } from '#contracts/permissions.ts'
import { productQuestionCalls } from '#contracts/product-questions/calls.ts'
import { catalogueCalls, productCalls } from '#contracts/products/calls.ts'
import { publishedEvaluationCalls } from '#contracts/published-evaluations/calls.ts'
import { qrCodeCalls } from '#contracts/qr-codes/calls.ts'
import { questionBankCalls } from '#contracts/question-banks/calls.ts'
import { searchCalls } from '#contracts/search/calls.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { similarProductCalls } from '#contracts/similar-products/calls.ts'
import { vendorMessageCalls } from '#contracts/submission-messages/calls.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { CATALOGUES, ROLES } from '#contracts/vocabulary.ts'
import { loadDeclaredCalls } from './declared-calls.ts'
import { createProducts } from './factories/products.ts'
import { bearer, createSignedInUser, createUser, signIn } from './factories/users.ts'
import { toResult } from './result.ts'
import { onSqlite } from './test-app.ts'

/** The calls open to anonymous visitors; all others require a sign-in. */
const OPEN_CALLS: readonly Call[] = [
  ...Object.values(documentCalls),
  ...Object.values(documentPartCalls),
  ...Object.values(productCalls),
  ...Object.values(searchCalls),
  ...Object.values(openDataCalls),
  ...Object.values(latestCalls),
  ...Object.values(similarProductCalls),
  ...Object.values(factCalls),
  ...Object.values(evaluationCalls),
  ...Object.values(methodCalls),
  ...Object.values(evaluationAnalysisCalls),
  ...Object.values(evaluationCheckCalls),
  ...Object.values(answeringCalls),
  ...Object.values(judgingCalls),
  ...Object.values(readingCalls),
  ...Object.values(readOnlyProjectCalls),
  ...Object.values(runReadingCalls),
  // These require the token of a run.
  ...Object.values(runnerCalls),
  ...Object.values(publishedEvaluationCalls),
  ...Object.values(questionBankCalls),
  submissionCalls.create,
  submissionCalls.getProgress,
  submissionCalls.getCorrectionForm,
  submissionCalls.correct,
  ...Object.values(vendorMessageCalls),
  submissionCalls.fileRules,
  submissionCalls.uploadFile,
  submissionCalls.uploadScreenshot,
  ...Object.values(leadRequestCalls),
  ...Object.values(accountLinkCalls),
  ...Object.values(descriptionCalls),
  memberReviewCalls.list,
  memberReviewCalls.getStatistics,
  productQuestionCalls.list,
  brandingCalls.getSite,
  brandingCalls.getLegalTexts,
  brandingCalls.getLogo,
  brandingCalls.getAppDownload,
  eventCalls.listAvailability,
  qrCodeCalls.listActive,
  qrCodeCalls.recordScan,
  catalogueCalls.listAi,
  identityCalls.login,
  identityCalls.loginTwoFactor,
  companyCalls.offered,
  companyCalls.begin,
  companyCalls.finish,
  companyCalls.join,
  passkeyCalls.beginSignIn,
  passkeyCalls.signIn,
  identityCalls.register,
  badgeCalls.get,
  analyticsCalls.countPageView,
  analyticsCalls.countComparison,
  shortlistCalls.preview,
  shortlistCalls.create,
  shortlistCalls.get,
  shortlistCalls.exportQuestions,
]
/** The calls by POST and PATCH that accept no idempotency key, by what makes a repeated request harmless. */
const CALLS_WITHOUT_KEY: Readonly<Record<string, readonly string[]>> = {
  'only reads or calculates': [
    'POST /api/auth/account/data',
    'POST /api/email/preview',
    'POST /api/evaluation-calculate',
    'POST /api/evaluation/analysis',
    'POST /api/evaluation/judging',
    'POST /api/evaluation/judging/evidence/download',
    'POST /api/evaluation/judging/gradings',
    'POST /api/evaluation/judging/gradings/item',
    'POST /api/evaluation/judging/gradings/room',
    'POST /api/evaluation/checks',
    'POST /api/evaluation/connections/parsed-reply',
    'POST /api/evaluation/judge-validity',
    'POST /api/evaluation/pairs',
    'POST /api/evaluation/price-scores',
    'POST /api/evaluation/readings',
    'POST /api/evaluation/readings/runs',
    'POST /api/evaluation/readings/runs/:run',
    'POST /api/evaluation/readings/runs/:run/failures',
    'POST /api/evaluation/readings/runs/:run/trials',
    'POST /api/evaluation/reliability',
    'POST /api/evaluation/trials',
    'POST /api/evaluation/weights',
    'POST /api/inquiries/answering',
    'POST /api/inquiries/answering/files/download',
    'POST /api/products/:catalogue/import/plan',
    'POST /api/products/:catalogue/import/rejected-rows',
    'POST /api/shortlists/preview',
    'POST /api/submissions/correction/form',
    'POST /api/submissions/messages/list',
    'POST /api/submissions/status',
  ],
  'sets a state, which is the same afterwards': [
    'PATCH /api/comments/:id',
    'PATCH /api/facts/:id/assignment',
    'PATCH /api/inbox/:id',
    'PATCH /api/leads/:id',
    'PATCH /api/leads/:id/assignment',
    'PATCH /api/member-reviews/:id/assignment',
    'PATCH /api/product-questions/:id/assignment',
    'PATCH /api/reviews/:id',
    'PATCH /api/submissions/:id/assignment',
    'PATCH /api/submissions/:id/notes',
    'PATCH /api/users/:id/reset-password',
    'PATCH /api/users/:id/status',
    'POST /api/app-download/reset',
    'POST /api/assignments/bulk',
    'POST /api/content/:kind/presence',
    'POST /api/content/:kind/revisions/:revision/restore',
    'POST /api/deleted-submissions/:id/restore',
    'POST /api/delete-evaluation-attachment',
    'POST /api/email/config',
    'POST /api/email/config/revisions/:revision/restore',
    'POST /api/email/outbox/:id/retry',
    'POST /api/email/outbox/retry',
    'POST /api/evaluation/judging/declaration',
    'POST /api/evaluation/judging/evidence/remove',
    'POST /api/evaluation/judging/gradings/reading',
    'POST /api/evaluation/judging/score',
    'POST /api/evaluation/judging/signature',
    'POST /api/evaluation/judging/submit',
    'POST /api/evaluation/judging/withdrawal',
    'POST /api/evaluation/methods',
    'POST /api/evaluation/projects/:id/declaration',
    'POST /api/evaluation/projects/:id/judges/:judge/restore',
    'POST /api/evaluation/projects/:id/judges/:judge/withdrawal',
    'POST /api/evaluation/projects/:id/method',
    'POST /api/evaluation/projects/:id/restore',
    'POST /api/evaluation/projects/:id/runs/:run/asker',
    'POST /api/evaluation/projects/:id/runs/:run/cancel',
    'POST /api/evaluation/projects/:id/runs/:run/changed-connections',
    'POST /api/evaluation/projects/:id/runs/:run/grading/close',
    'POST /api/evaluation/projects/:id/runs/:run/grading/reopen',
    'POST /api/evaluation/projects/:id/runs/:run/judging/cancel',
    'POST /api/evaluation/projects/:id/runs/:run/judging/pause',
    'POST /api/evaluation/projects/:id/runs/:run/judging/resume',
    'POST /api/evaluation/projects/:id/runs/:run/pause',
    'POST /api/evaluation/projects/:id/runs/:run/repeats',
    'POST /api/evaluation/projects/:id/runs/:run/resume',
    'POST /api/evaluation/projects/:id/runs/:run/retry',
    'POST /api/evaluation/projects/:id/seals',
    'POST /api/evaluation/projects/:id/status',
    'POST /api/evaluation/platform-question-banks/:bank/publication',
    'POST /api/evaluation/publications',
    'POST /api/evaluation/publications/:id/withdrawal',
    'POST /api/facts/:id/confirm',
    'POST /api/facts/:id/confirm/withdraw',
    'POST /api/inbox/read',
    'POST /api/inquiries/:id/close',
    'POST /api/inquiries/:id/open',
    'POST /api/inquiries/:id/publish',
    'POST /api/inquiries/:id/transfer',
    'POST /api/inquiries/answering/decline',
    'POST /api/inquiries/answering/files/remove',
    'POST /api/inquiries/answering/library/remove',
    'POST /api/inquiries/answering/save',
    'POST /api/inquiries/answering/submit',
    'POST /api/inquiries/answering/withdraw',
    'POST /api/logo/reset',
    'POST /api/media/removal',
    'POST /api/media/replacement',
    'POST /api/logo/upload',
    'POST /api/product-imports/:catalogue/:importId/undo',
    'POST /api/product-attributes/:key/revisions/:revision/restore',
    'POST /api/product-attributes/order',
    'POST /api/products/:catalogue/:id/restore',
    'POST /api/products/:catalogue/:id/revisions/:revision/restore',
    'POST /api/products/:catalogue/bulk',
    'POST /api/qrcode/order',
    'POST /api/received-inquiries/:id/link',
    'POST /api/submissions/:id/messages/read',
    'POST /api/submissions/:id/review/withdrawal',
  ],
  'adds what its id, its owner or its content identifies': [
    'POST /api/auth/company/accounts',
    'POST /api/auth/passkeys',
    'POST /api/auth/password',
    'POST /api/auth/register',
    'POST /api/evaluation/judging/evidence',
    'POST /api/evaluation/judging/trials',
    'POST /api/evaluation/projects/:id/runs',
    'POST /api/evaluation/own-question-banks/:bank/import',
    'POST /api/evaluation/platform-question-banks/:bank/import',
    'POST /api/evaluation/projects/:id/tasks/copies',
    'POST /api/evaluation/projects/:id/tasks/import',
    'POST /api/evaluation/projects/:id/trials',
    'POST /api/evaluation/projects/:id/trials/import',
    'POST /api/events/:eventId/registration',
    'POST /api/inquiries/answering/files',
    'POST /api/products/:catalogue/:id/reviews',
    'POST /api/shortlists/:id/candidates',
  ],
  'is recognised by its claim, or counts or claims for a runner, which gives up what it doesn’t know of': [
    'POST /api/evaluation/runner/calls',
    'POST /api/evaluation/runner/claims',
    'POST /api/evaluation/runner/pause',
    'POST /api/evaluation/runner/releases',
    'POST /api/evaluation/runner/renewals',
    'POST /api/evaluation/runner/results',
  ],
  'is a job, of which one runs at a time': ['POST /api/system/backups'],
  'uploads a file, which the housekeeping deletes unless it is used': [
    'POST /api/avatar/community/upload',
    'POST /api/my-reviews/proofs',
    'POST /api/submissions/files',
    'POST /api/submissions/screenshots',
    'POST /api/upload',
    'POST /api/upload-evaluation-attachment',
  ],
  'signs in or out, or replaces a code or a link that nobody has seen': [
    'POST /api/auth/company',
    'POST /api/auth/company/accounts/options',
    'POST /api/auth/company/answer',
    'POST /api/auth/company/join',
    'POST /api/auth/email/proof',
    'POST /api/auth/email/verification',
    'POST /api/auth/email/verified',
    'POST /api/auth/login',
    'POST /api/auth/login/passkey',
    'POST /api/auth/login/passkey/options',
    'POST /api/auth/login/two-factor',
    'POST /api/auth/logout',
    'POST /api/auth/passkeys/options',
    'POST /api/auth/password/by-link',
    'POST /api/auth/password/forgotten',
    'POST /api/auth/refresh-session',
    'POST /api/auth/two-factor',
    'POST /api/auth/two-factor/confirm',
    'POST /api/auth/two-factor/recovery-codes',
    'POST /api/evaluation/projects/:id/judges/:judge/link',
    'POST /api/evaluation/projects/:id/reader-link',
    'POST /api/evaluation/projects/:id/runs/:run/runner-tokens',
    'POST /api/users/:id/invitation',
    'POST /api/webhooks/:id/deliveries/:delivery/retry',
  ],
  'only sends a test, or counts': [
    'POST /api/alarms/test',
    'POST /api/sign-in-providers/:id/test',
    'POST /api/webhooks/:id/test',
    'POST /api/evaluation/projects/:id/connections/:candidate/probe',
    'POST /api/evaluation/projects/:id/connections/:candidate/task-try',
    'POST /api/evaluation/projects/:id/judge-model/pair',
    'POST /api/evaluation/projects/:id/judge-model/probe',
    'POST /api/email/test',
    'POST /api/comparisons',
    'POST /api/page-views',
    'POST /api/qrcode/:id/scan',
  ],
}

/** Open URLs that aren't calls: files, and well-known paths at the site's root. */
const OPEN_PATHS = [
  `${UPLOADS_PREFIX}*`,
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/manifest.webmanifest',
  '/.well-known/security.txt',
  '/sitemaps/:file',
  '/events.ics',
  '/events/:file',
  '/badges/:id.svg',
  '/products/:id.md',
  '/products/:id.atom',
  '/78ai/:id.atom',
  '/78ai/:id.md',
  '/llms.txt',
  '/healthz',
  // Requires its own token.
  '/metrics',
  '/readyz',
]
/**
 * The Model Context Protocol: one URL, which rejects all methods except POST itself. And what mail programs post to, with a
 * signed token, to end a kind of mail.
 */
const OPEN_PROTOCOLS = ['POST /mcp', 'GET /mcp', 'DELETE /mcp', 'POST /unsubscribe']
const getName = ({ method, path }: Call) => `${method} ${path}`
const OPEN = new Set([...OPEN_CALLS.map(getName), ...OPEN_PATHS.map((path) => `GET ${path}`), ...OPEN_PROTOCOLS])

/** Returns whether a URL is that of the route that replies with 404 to unknown calls. */
const isNotFoundRoute = (url: string) => url === '/api/*' || url === '/api'
/** Returns a URL that matches the route. */
const getUrl = (url: string) => url.replaceAll(/:\w+/g, 'x').replace('*', 'x')

onSqlite('the route table', (app) => {
  const listGuardedRoutes = () => app().routes.filter(({ url, access }) => access !== 'public' && !isNotFoundRoute(url))

  it('exposes only the listed routes to anonymous visitors', () => {
    const opened = app().routes.filter(({ url, access }) => access === 'public' && !isNotFoundRoute(url))
    // Every GET route also handles HEAD.
    const names = opened.map(({ method, url }) => `${method === 'HEAD' ? 'GET' : method} ${url}`)
    expect(names.filter((name) => !OPEN.has(name))).toEqual([])
  })

  it('contains every declared call', async () => {
    expect(app().calls.map(getName).sort()).toEqual((await loadDeclaredCalls()).map(getName).sort())
  })

  it('accepts an idempotency key wherever a repeated request would do something twice', () => {
    const calls = app().calls.filter(({ method }) => method === 'POST' || method === 'PATCH')
    const names = calls.filter(({ hasIdempotencyKey }) => !hasIdempotencyKey).map(getName)
    expect(names.sort()).toEqual(Object.values(CALLS_WITHOUT_KEY).flat().sort())
  })

  it('contains no route under /api that is not a call', () => {
    const otherRoutes = app().routes.filter(({ url, call }) => url.startsWith('/api/') && !call)
    expect(otherRoutes.map(({ url }) => url).filter((url) => !isNotFoundRoute(url))).toEqual([])
  })

  it('rejects anonymous visitors on every guarded route', async () => {
    expect(listGuardedRoutes().map(({ url }) => url)).toContain(identityCalls.updateProfile.path)
    for (const { method, url } of listGuardedRoutes()) {
      const reply = await app().server.inject({ method: toMethod(method), url: getUrl(url) })
      expect(reply.statusCode, `${method} ${url}`).toBe(401)
    }
  })

  it('rejects unknown keys in every body, except in documents', async () => {
    expect(app().calls.filter(({ unknownKeys }) => unknownKeys === 'kept')).toEqual([
      ...Object.values(documentSaveCalls),
      contentDraftCalls.save,
    ])
    // Services that know more keys than the schema have to find what the call names.
    for (const catalogue of CATALOGUES) await createProducts(app(), catalogue, [{ name: 'x' }])
    const { headers } = await createSignedInUser(app(), 'super_admin', 'sender-of-unknown-keys')
    for (const call of app().calls) {
      if (call.method === 'GET' || call.file || call.unknownKeys === 'kept') continue
      const url = getUrl(call.path.replace(':catalogue', 'agent').replace(':part', 'general'))
      const reply = await app().server.inject({ method: call.method, url, headers, payload: { name: 'y', nmae: 'y' } })
      expect(toResult(reply), getName(call)).toMatchObject({
        status: 400,
        errors: expect.arrayContaining([{ path: 'nmae', message: MESSAGES.unknownKey }]),
      })
    }
  })

  describe.each(ROLES)('a %s', (role) => {
    let token = ''
    beforeAll(async () => {
      const { email } = await createUser(app(), { email: `${role}@example.com`, role })
      token = (await signIn(app(), email)).token
    })

    it('is rejected on routes without permission', async () => {
      for (const { method, url, access } of listGuardedRoutes()) {
        if (!isPermission(access) || can({ role }, access)) continue
        const reply = await app().server.inject({
          method: toMethod(method),
          url: getUrl(url),
          headers: bearer(token),
        })
        expect(reply.statusCode, `${method} ${url}`).toBe(403)
      }
    })
  })
})

const isPermission = (access: string | undefined): access is Permission => access?.includes(':') ?? false

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
function toMethod(method: string): (typeof METHODS)[number] {
  const existing = METHODS.find((item) => item === method)
  if (!existing) throw new Error(`This test can't send the method ${method}.`)
  return existing
}
