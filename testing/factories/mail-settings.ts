import { DEFAULT_TEMPLATES } from '#contracts/mail/templates.ts'
import type { TestApp } from '#testing/test-app.ts'
import { type Caller, createSignedInUser } from './users.ts'

export const MAIL_CONFIG = {
  isActive: true,
  smtpConfig: {
    host: 'smtp.example.com',
    port: 465,
    secure: true,
    username: 'sender@example.com',
    password: 'a secret',
    fromName: '智鉴',
    fromEmail: 'from@example.com',
  },
  recipients: {
    consultation: [{ name: '王顾问', email: 'wang@example.com', department: '咨询部门', isActive: true }],
    submission: [{ name: '李经理', email: 'li@example.com', department: '产品部门', isActive: false }],
  },
  templates: {
    ...DEFAULT_TEMPLATES,
    consultation: { subject: '{{companyName}}', htmlTemplate: '<p>{{ requirements }}</p>' },
  },
}

/** Returns a client for the mail settings, which sends as the administrator by default. */
export async function createMailClient(app: () => TestApp) {
  const admin = await createSignedInUser(app(), 'super_admin')
  const viewer = await createSignedInUser(app(), 'viewer')
  const reviewer = await createSignedInUser(app(), 'reviewer')
  const call = (method: 'GET' | 'POST', url: string, caller: Caller | undefined, payload?: object, headers = {}) =>
    app().server.inject({ method, url, headers: { ...caller?.headers, ...headers }, ...(payload && { payload }) })
  return {
    admin,
    viewer,
    reviewer,
    call,
    read: (caller: Caller = admin) => call('GET', '/api/email/config', caller),
    save: (overrides: object = {}, headers = {}) =>
      call('POST', '/api/email/config', admin, { ...MAIL_CONFIG, ...overrides }, headers),
  }
}

export type MailClient = Awaited<ReturnType<typeof createMailClient>>
