import { describe, expect, it } from 'vitest'
import { NotificationSettingsSchema } from '../settings/settings.ts'
import { MAIL_KINDS, type MailKind } from './mail.ts'
import { listMailIssues, listServerIssues } from './mail-issues.ts'
import { DEFAULT_TEMPLATES } from './templates.ts'

const SMTP = { host: 'smtp.example.com', fromEmail: 'from@example.com', username: 'sender', passwordSet: true }

describe('the reasons why no mail can be sent', () => {
  it.each<[string, boolean, Partial<typeof SMTP>, string[]]>([
    ['complete settings', true, {}, []],
    ['mail that is off', false, {}, ['off']],
    ['no host', true, { host: ' ' }, ['host']],
    ['no sender', true, { fromEmail: '' }, ['sender']],
    ['a user name without a password', true, { passwordSet: false }, ['password']],
    ['a server without sign-in', true, { username: '', passwordSet: false }, []],
    ['nothing at all', false, { host: '', fromEmail: '', username: '', passwordSet: false }, ['off', 'host', 'sender']],
  ])('lists the reasons for %s', (_, isActive, change, expected) => {
    expect(listServerIssues({ isActive, smtpConfig: { ...SMTP, ...change } })).toEqual(expected)
  })
})

describe('the reasons why one kind of mail cannot be sent', () => {
  const EMPTY = { subject: '主题', htmlTemplate: ' ' }
  const active = [{ isActive: true }]
  const listIssues = (
    kind: MailKind,
    { templates = {}, recipients = {}, notifications = {} }: Record<string, object | undefined> = {},
  ) =>
    listMailIssues(
      kind,
      {
        templates: { ...DEFAULT_TEMPLATES, ...templates },
        recipients: { consultation: active, submission: active, ...recipients },
      },
      NotificationSettingsSchema.parse({ userRegistrationAlerts: true, weeklyReports: true, ...notifications }),
    )

  it.each(MAIL_KINDS)('lists no reasons for %s with the defaults, a recipient and notifications on', (kind) => {
    expect(listIssues(kind)).toEqual([])
  })

  it.each<[MailKind, string, Parameters<typeof listIssues>[1], string[]]>([
    ['consultation', 'an emptied template', { templates: { consultation: EMPTY } }, ['template']],
    ['consultation', 'no recipients', { recipients: { consultation: [] } }, ['recipients']],
    [
      'consultation',
      'recipients that are switched off',
      { recipients: { consultation: [{ isActive: false }] } },
      ['recipients'],
    ],
    ['consultation', 'notifications off', { notifications: { emailNotifications: false } }, []],
    ['submission', 'another list that is empty', { recipients: { consultation: [] } }, []],
    [
      'submission',
      'everything missing',
      {
        templates: { submission: EMPTY },
        recipients: { submission: [] },
        notifications: { productSubmissionAlerts: false },
      },
      ['template', 'recipients', 'notification'],
    ],
    ['submissionReceipt', 'an emptied template', { templates: { submissionReceipt: EMPTY } }, ['template']],
    ['submissionReceipt', 'no recipients in the settings', { recipients: { submission: [] } }, []],
    ['submissionApproved', 'an emptied template', { templates: { submissionApproved: EMPTY } }, ['template']],
    ['submissionRejected', 'an emptied template', { templates: { submissionRejected: EMPTY } }, ['template']],
    ['invitation', 'notifications off', { notifications: { emailNotifications: false } }, []],
    ['registrationAlert', 'its alert off', { notifications: { userRegistrationAlerts: false } }, ['notification']],
    ['registrationAlert', 'notifications off', { notifications: { emailNotifications: false } }, ['notification']],
    ['weeklyReport', 'its report off', { notifications: { weeklyReports: false } }, ['notification']],
  ])('lists the reasons for %s with %s', (kind, _, settings, expected) => {
    expect(listIssues(kind, settings)).toEqual(expected)
  })
})
