/** Asserts for every call which key may make it. A new call is closed to keys until it is listed here. */
import { beforeAll, expect, it } from 'vitest'
import type { Call } from '#contracts/call.ts'
import { KEY_MESSAGES as MESSAGES } from '#contracts/keys/messages.ts'
import { getKeyScope, KEY_SCOPES, PLATFORM_SCOPES } from '#contracts/keys/scopes.ts'
import { type KeyScope, MEMBER_SCOPES, type MemberScope } from '#contracts/permissions.ts'
import { createKey } from '#testing/factories/keys.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onSqlite } from '#testing/test-app.ts'

const getName = ({ method, path }: Call) => `${method} ${path}`

/** The calls of members by the scope that opens them, and those that no key opens. */
const CALLS: Readonly<Record<MemberScope | 'none', readonly string[]>> = {
  none: [
    'DELETE /api/auth/account',
    'DELETE /api/auth/company/accounts/:id',
    'DELETE /api/auth/passkeys/:id',
    'DELETE /api/auth/sessions',
    'DELETE /api/auth/sessions/:id',
    'DELETE /api/auth/two-factor',
    'DELETE /api/colleagues/:kind/:id/:colleague',
    'DELETE /api/colleagues/:kind/:id/:colleague/handover',
    'DELETE /api/comments/:id',
    'DELETE /api/content/:kind/presence',
    'DELETE /api/drafts/:id',
    'DELETE /api/evaluation/projects/:id/judges/:judge',
    'DELETE /api/evaluation/projects/:id/reader-link',
    'DELETE /api/evaluation/projects/:id/runs/:run/runner-tokens/:token',
    'DELETE /api/events/:eventId/registration',
    'DELETE /api/follows/:id',
    'DELETE /api/inquiries/:id',
    'DELETE /api/inquiries/:id/invitations/:invitation',
    'DELETE /api/keys/:id',
    'DELETE /api/my-organisation-requests/:id',
    'DELETE /api/my-organisations/:id',
    'DELETE /api/my-organisations/:id/members/:member',
    'DELETE /api/my-products/:id/updates/:receipt',
    'DELETE /api/my-questions/:id',
    'DELETE /api/my-reviews/:id',
    'DELETE /api/saved-views/:id',
    'DELETE /api/sign-in-providers/:id',
    'DELETE /api/user-sessions',
    'DELETE /api/users/:id',
    'DELETE /api/users/:id/sessions',
    'DELETE /api/webhooks/:id',
    'GET /api/auth/company/accounts',
    'GET /api/auth/me',
    'GET /api/auth/passkeys',
    'GET /api/auth/sessions',
    'GET /api/auth/two-factor',
    'GET /api/colleagues/:kind/:id',
    'GET /api/colleagues/successions',
    'GET /api/drafts',
    'GET /api/drafts/:id',
    'GET /api/email/config',
    'GET /api/email/config/revisions',
    'GET /api/email/config/revisions/:revision',
    'GET /api/email/outbox',
    'GET /api/evaluation/projects/:id/authorship',
    'GET /api/evaluation/projects/:id/runs/:run/runner-tokens',
    'GET /api/evaluation/statements/:id',
    'GET /api/events/registrations',
    'GET /api/follows',
    'GET /api/follows/targets',
    'GET /api/inbox',
    'GET /api/inquiries/:id/authorship',
    'GET /api/keys',
    'GET /api/keys/:id/uses',
    'GET /api/mail-choices',
    'GET /api/my-organisations',
    'GET /api/my-organisations/:id',
    'GET /api/my-products',
    'GET /api/my-products/:id/figures',
    'GET /api/my-products/:id/figures/export',
    'GET /api/my-products/:id/update-form',
    'GET /api/my-questions',
    'GET /api/my-reviews',
    'GET /api/my-submissions',
    'GET /api/products/:catalogue/:id/reviews/mine',
    'GET /api/received-inquiries',
    'GET /api/saved-views',
    'GET /api/shortlists/:id/authorship',
    'GET /api/webhooks',
    'GET /api/webhooks/:id',
    'GET /api/webhooks/:id/deliveries',
    'PATCH /api/comments/:id',
    'PATCH /api/inbox/:id',
    'PATCH /api/users/:id/reset-password',
    'PATCH /api/users/:id/status',
    'POST /api/abuse-reports',
    'POST /api/alarms/test',
    'POST /api/assignments/bulk',
    'POST /api/auth/account/data',
    'POST /api/auth/company/accounts',
    'POST /api/auth/company/accounts/options',
    'POST /api/auth/email/proof',
    'POST /api/auth/logout',
    'POST /api/auth/passkeys',
    'POST /api/auth/passkeys/options',
    'POST /api/auth/password',
    'POST /api/auth/refresh-session',
    'POST /api/auth/two-factor',
    'POST /api/auth/two-factor/confirm',
    'POST /api/auth/two-factor/recovery-codes',
    'POST /api/colleagues/:kind/:id',
    'POST /api/colleagues/:kind/:id/:colleague/handover',
    'POST /api/colleagues/:kind/:id/handover',
    'POST /api/comments',
    'POST /api/content/:kind/presence',
    'POST /api/email/config',
    'POST /api/email/config/revisions/:revision/restore',
    'POST /api/email/outbox/:id/retry',
    'POST /api/email/outbox/retry',
    'POST /api/email/preview',
    'POST /api/email/test',
    'POST /api/evaluation/projects/:id/declaration',
    'POST /api/evaluation/projects/:id/judges',
    'POST /api/evaluation/projects/:id/judges/:judge/link',
    'POST /api/evaluation/projects/:id/judges/:judge/reminder',
    'POST /api/evaluation/projects/:id/judges/:judge/restore',
    'POST /api/evaluation/projects/:id/judges/:judge/withdrawal',
    'POST /api/evaluation/projects/:id/reader-link',
    'POST /api/evaluation/projects/:id/runs/:run/asker',
    'POST /api/evaluation/projects/:id/runs/:run/grading/close',
    'POST /api/evaluation/projects/:id/runs/:run/grading/reopen',
    'POST /api/evaluation/projects/:id/runs/:run/runner-tokens',
    'POST /api/evaluation/statements/:id',
    'POST /api/events/:eventId/registration',
    'POST /api/inbox/read',
    'POST /api/inquiries',
    'POST /api/inquiries/:id/addenda',
    'POST /api/inquiries/:id/close',
    'POST /api/inquiries/:id/invitations',
    'POST /api/inquiries/:id/invitations/:invitation/mail',
    'POST /api/inquiries/:id/open',
    'POST /api/inquiries/:id/publish',
    'POST /api/inquiries/:id/transfer',
    'POST /api/keys',
    'POST /api/my-organisation-requests',
    'POST /api/my-organisations',
    'POST /api/my-organisations/:id/acceptance',
    'POST /api/my-organisations/:id/domains',
    'POST /api/my-organisations/:id/members',
    'POST /api/my-products/:id/updates',
    'POST /api/my-reviews/proofs',
    'POST /api/products/:catalogue/:id/questions',
    'POST /api/products/:catalogue/:id/questions/:question/answers',
    'POST /api/products/:catalogue/:id/reviews',
    'POST /api/received-inquiries/:id/link',
    'POST /api/saved-views',
    'POST /api/sign-in-providers',
    'POST /api/sign-in-providers/:id/test',
    'POST /api/system/backups',
    'POST /api/users',
    'POST /api/users/:id/invitation',
    'POST /api/webhooks',
    'POST /api/webhooks/:id/deliveries/:delivery/retry',
    'POST /api/webhooks/:id/secret',
    'POST /api/webhooks/:id/test',
    'PUT /api/auth/passkeys/:id',
    'PUT /api/auth/password',
    'PUT /api/auth/profile',
    'PUT /api/comments/:id/resolution',
    'PUT /api/drafts/:id',
    'PUT /api/evaluation/projects/:id/runs/:run/grading',
    'PUT /api/follows',
    'PUT /api/follows/frequency',
    'PUT /api/follows/seen',
    'PUT /api/inbox/subscriptions',
    'PUT /api/inquiries/:id',
    'PUT /api/inquiries/:id/clarifications/:clarification',
    'PUT /api/inquiries/:id/reminders',
    'PUT /api/inquiries/:id/second-opener',
    'PUT /api/mail-choices/:kind',
    'PUT /api/my-organisations/:id',
    'PUT /api/my-organisations/:id/members/:member',
    'PUT /api/my-questions/:id',
    'PUT /api/my-reviews/:id',
    'PUT /api/products/:catalogue/:id/reviews/:review/helpful',
    'PUT /api/products/:catalogue/:id/reviews/:review/reply',
    'PUT /api/saved-views/:id',
    'PUT /api/settings/:part',
    'PUT /api/sign-in-providers/:id',
    'PUT /api/staff-sign-in',
    'PUT /api/users/:id',
    'PUT /api/webhooks/:id',
  ],
  'own-inquiries:read': [
    'GET /api/inquiries',
    'GET /api/inquiries/:id',
    'GET /api/inquiries/:id/answers',
    'GET /api/inquiries/:id/documents/:document',
    'GET /api/inquiries/:id/files/:file',
    'GET /api/inquiries/:id/suggestions',
    'GET /api/inquiries/:id/transfer/:project',
  ],
  'own-projects:read': [
    'GET /api/evaluation/own-question-banks',
    'GET /api/evaluation/own-question-banks/:bank',
    'GET /api/evaluation/own-question-banks/:bank/export',
    'GET /api/evaluation/projects',
    'GET /api/evaluation/projects/:id',
    'GET /api/evaluation/projects/:id/analysis',
    'GET /api/evaluation/projects/:id/connections',
    'GET /api/evaluation/projects/:id/evidence/:file',
    'GET /api/evaluation/projects/:id/export',
    'GET /api/evaluation/projects/:id/judge-model',
    'GET /api/evaluation/projects/:id/record',
    'GET /api/evaluation/projects/:id/record/export',
    'GET /api/evaluation/projects/:id/runs',
    'GET /api/evaluation/projects/:id/runs/:run',
    'GET /api/evaluation/projects/:id/runs/:run/comparable',
    'GET /api/evaluation/projects/:id/runs/:run/comparison/:other',
    'GET /api/evaluation/projects/:id/runs/:run/events',
    'GET /api/evaluation/projects/:id/runs/:run/export',
    'GET /api/evaluation/projects/:id/runs/:run/failures',
    'GET /api/evaluation/projects/:id/runs/:run/grading',
    'GET /api/evaluation/projects/:id/runs/:run/judging',
    'GET /api/evaluation/projects/:id/runs/:run/judging/events',
    'GET /api/evaluation/projects/:id/runs/:run/trials',
    'GET /api/evaluation/projects/:id/runs/:run/usage',
    'GET /api/evaluation/projects/:id/tasks/export',
    'GET /api/evaluation/projects/:id/tasks/template',
    'GET /api/evaluation/projects/:id/trials/template',
  ],
  'own-projects:write': [
    'DELETE /api/evaluation/own-question-banks/:bank',
    'DELETE /api/evaluation/projects/:id',
    'DELETE /api/evaluation/projects/:id/connections/:candidate',
    'DELETE /api/evaluation/projects/:id/judge-model',
    'DELETE /api/evaluation/projects/:id/runs/:run',
    'DELETE /api/evaluation/projects/:id/trials/:trial',
    'POST /api/evaluation/connections/parsed-reply',
    'POST /api/evaluation/own-question-banks/:bank/import',
    'POST /api/evaluation/projects',
    'POST /api/evaluation/projects/:id/connections/:candidate/probe',
    'POST /api/evaluation/projects/:id/connections/:candidate/task-try',
    'POST /api/evaluation/projects/:id/judge-model/pair',
    'POST /api/evaluation/projects/:id/judge-model/probe',
    'POST /api/evaluation/projects/:id/method',
    'POST /api/evaluation/projects/:id/restore',
    'POST /api/evaluation/projects/:id/runs',
    'POST /api/evaluation/projects/:id/runs/:run/cancel',
    'POST /api/evaluation/projects/:id/runs/:run/changed-connections',
    'POST /api/evaluation/projects/:id/runs/:run/judging/cancel',
    'POST /api/evaluation/projects/:id/runs/:run/judging/pause',
    'POST /api/evaluation/projects/:id/runs/:run/judging/resume',
    'POST /api/evaluation/projects/:id/runs/:run/pause',
    'POST /api/evaluation/projects/:id/runs/:run/repeats',
    'POST /api/evaluation/projects/:id/runs/:run/resume',
    'POST /api/evaluation/projects/:id/runs/:run/retry',
    'POST /api/evaluation/projects/:id/seals',
    'POST /api/evaluation/projects/:id/status',
    'POST /api/evaluation/projects/:id/tasks/copies',
    'POST /api/evaluation/projects/:id/tasks/import',
    'POST /api/evaluation/projects/:id/trials',
    'POST /api/evaluation/projects/:id/trials/import',
    'PUT /api/evaluation/own-question-banks/:bank',
    'PUT /api/evaluation/projects/:id',
    'PUT /api/evaluation/projects/:id/connections/:candidate',
    'PUT /api/evaluation/projects/:id/judge-model',
    'PUT /api/evaluation/projects/:id/judge-model/rubric',
    'PUT /api/evaluation/projects/:id/measurements',
    'PUT /api/evaluation/projects/:id/offers',
    'PUT /api/evaluation/projects/:id/runs/:run/judging',
    'PUT /api/evaluation/projects/:id/tasks',
  ],
  'own-shortlists:read': ['GET /api/shortlists', 'GET /api/shortlists/:id'],
  'own-shortlists:write': [
    'DELETE /api/shortlists/:id',
    'DELETE /api/shortlists/:id/candidates/:product',
    'POST /api/shortlists',
    'POST /api/shortlists/:id/candidates',
    'POST /api/shortlists/:id/copy',
    'PUT /api/shortlists/:id',
  ],
}

/** The audit log may quote the message. */
const isClosed = (status: number, body: string) => status === 403 && body.includes(MESSAGES.closedToKeys)

onSqlite('calls by keys', (app) => {
  let platform: Caller['headers']
  let own: Caller['headers']

  beforeAll(async () => {
    const admin = await createSignedInUser(app(), 'super_admin', 'owner-of-keys')
    platform = await createKey(app(), admin, PLATFORM_SCOPES)
    own = await createKey(app(), admin, MEMBER_SCOPES)
  })

  const send = async (call: Call, headers: Caller['headers']) => {
    const reply = await app().server.inject({
      method: call.method,
      url: call.path.replaceAll(/:\w+/g, 'x'),
      headers,
      ...(call.method !== 'GET' && { payload: { nmae: 'y' } }),
    })
    const challenge = String(reply.headers['www-authenticate'] ?? '')
    return {
      status: reply.statusCode,
      body: reply.body,
      isAdmitted: challenge === '' && !isClosed(reply.statusCode, reply.body),
    }
  }
  const listCalls = (isListed: (scope: KeyScope | 'any' | 'none') => boolean) =>
    app().calls.filter((call) => isListed(getKeyScope(call)))

  it('require the listed scopes', () => {
    for (const scope of [...MEMBER_SCOPES, 'none'] as const)
      expect(
        listCalls((other) => other === scope)
          .map(getName)
          .sort(),
        scope,
      ).toEqual(CALLS[scope])
  })

  it('need every scope that a key can have', () => {
    expect(KEY_SCOPES.filter((scope) => listCalls((needed) => needed === scope).length === 0)).toEqual([])
  })

  it('require the permission that people need for the same call', () => {
    for (const call of listCalls((scope) => scope !== 'none'))
      if (call.access !== 'public' && call.access !== 'signed-in')
        expect(getKeyScope(call), getName(call)).toBe(call.access)
  })

  it('stay closed to every key if they manage accounts, keys, webhooks, mails, settings or backups', async () => {
    for (const call of listCalls((scope) => scope === 'none'))
      for (const headers of [platform, own])
        expect(await send(call, headers), getName(call)).toMatchObject({ status: 403, isAdmitted: false })
  })

  it('reject a key with all other scopes, and name the scope that is missing', async () => {
    for (const call of listCalls((scope) => scope !== 'none' && scope !== 'any')) {
      if (call.access === 'public') continue
      const isOwn = call.access === 'signed-in'
      const refused = await send(call, isOwn ? platform : own)
      const missing = expect.stringContaining(`（${getKeyScope(call)}）`)
      expect(refused, getName(call)).toMatchObject({ status: 403, body: missing, isAdmitted: false })
      expect(await send(call, isOwn ? own : platform), getName(call)).toMatchObject({ isAdmitted: true })
    }
  })

  it.each(KEY_SCOPES)('%s opens its calls and no others', async (scope) => {
    const owner = await createSignedInUser(app(), 'super_admin', `owner-of-${scope.replace(':', '-')}`)
    const headers = await createKey(app(), owner, [scope])
    for (const needed of KEY_SCOPES) {
      // One call stands for all that need the same scope.
      const [call] = listCalls((other) => other === needed).filter(({ access }) => access !== 'public')
      if (call) expect(await send(call, headers), getName(call)).toMatchObject({ isAdmitted: needed === scope })
    }
  })
})
