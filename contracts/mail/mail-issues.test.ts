import { describe, expect, it } from 'vitest'
import { NotificationSettingsSchema } from '../settings/settings.ts'
import { MAIL_KINDS, type MailKind } from './mail.ts'
import { listMailIssues, listServerIssues } from './mail-issues.ts'
import { DEFAULT_TEMPLATES } from './templates.ts'

const SMTP = { host: 'smtp.example.com', fromEmail: 'from@example.com', username: 'sender', passwordSet: true }

describe('the reasons why no mail can be sent', () => {
  it.each<{ case: string; isActive: boolean; change: Partial<typeof SMTP>; expected: string[] }>([
    { case: 'complete settings', isActive: true, change: {}, expected: [] },
    { case: 'mail that is off', isActive: false, change: {}, expected: ['off'] },
    { case: 'no host', isActive: true, change: { host: ' ' }, expected: ['host'] },
    { case: 'no sender', isActive: true, change: { fromEmail: '' }, expected: ['sender'] },
    { case: 'a user name without a password', isActive: true, change: { passwordSet: false }, expected: ['password'] },
    { case: 'a server without sign-in', isActive: true, change: { username: '', passwordSet: false }, expected: [] },
    {
      case: 'nothing at all',
      isActive: false,
      change: { host: '', fromEmail: '', username: '', passwordSet: false },
      expected: ['off', 'host', 'sender'],
    },
  ])('lists the reasons for $case', ({ isActive, change, expected }) => {
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

  it.each<{ kind: MailKind; case: string; settings: Parameters<typeof listIssues>[1]; expected: string[] }>([
    {
      kind: 'consultation',
      case: 'an emptied template',
      settings: { templates: { consultation: EMPTY } },
      expected: ['template'],
    },
    {
      kind: 'consultation',
      case: 'no recipients',
      settings: { recipients: { consultation: [] } },
      expected: ['recipients'],
    },
    {
      kind: 'consultation',
      case: 'recipients that are switched off',
      settings: { recipients: { consultation: [{ isActive: false }] } },
      expected: ['recipients'],
    },
    {
      kind: 'consultation',
      case: 'notifications off',
      settings: { notifications: { emailNotifications: false } },
      expected: [],
    },
    {
      kind: 'submission',
      case: 'another list that is empty',
      settings: { recipients: { consultation: [] } },
      expected: [],
    },
    {
      kind: 'submission',
      case: 'everything missing',
      settings: {
        templates: { submission: EMPTY },
        recipients: { submission: [] },
        notifications: { productSubmissionAlerts: false },
      },
      expected: ['template', 'recipients', 'notification'],
    },
    {
      kind: 'submissionReceipt',
      case: 'an emptied template',
      settings: { templates: { submissionReceipt: EMPTY } },
      expected: ['template'],
    },
    {
      kind: 'submissionReceipt',
      case: 'no recipients in the settings',
      settings: { recipients: { submission: [] } },
      expected: [],
    },
    {
      kind: 'submissionApproved',
      case: 'an emptied template',
      settings: { templates: { submissionApproved: EMPTY } },
      expected: ['template'],
    },
    {
      kind: 'submissionRejected',
      case: 'an emptied template',
      settings: { templates: { submissionRejected: EMPTY } },
      expected: ['template'],
    },
    {
      kind: 'invitation',
      case: 'notifications off',
      settings: { notifications: { emailNotifications: false } },
      expected: [],
    },
    {
      kind: 'registrationAlert',
      case: 'its alert off',
      settings: { notifications: { userRegistrationAlerts: false } },
      expected: ['notification'],
    },
    {
      kind: 'registrationAlert',
      case: 'notifications off',
      settings: { notifications: { emailNotifications: false } },
      expected: ['notification'],
    },
    {
      kind: 'weeklyReport',
      case: 'its report off',
      settings: { notifications: { weeklyReports: false } },
      expected: ['notification'],
    },
  ])('lists the reasons for $kind with $case', ({ kind, settings, expected }) => {
    expect(listIssues(kind, settings)).toEqual(expected)
  })
})
