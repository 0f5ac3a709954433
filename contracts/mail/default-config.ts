import { SMTP } from '../limits.ts'
import { isObject } from '../rules/is-object.ts'
import { type StoredEmailConfig, StoredEmailConfigSchema } from './mail.ts'
import { DEFAULT_TEMPLATES } from './templates.ts'

/** The mail settings until some are saved. */
export const DEFAULT_EMAIL_CONFIG: StoredEmailConfig = {
  isActive: false,
  smtpConfig: { host: '', port: SMTP.port, secure: false, username: '', fromName: '', fromEmail: '' },
  recipients: { consultation: [], submission: [] },
  templates: DEFAULT_TEMPLATES,
}

/** Returns stored settings, with defaults for parts that weren't stored. */
export const completeEmailConfig = (stored: unknown): StoredEmailConfig =>
  StoredEmailConfigSchema.parse(complete(DEFAULT_EMAIL_CONFIG, stored))

function complete(defaults: unknown, stored: unknown): unknown {
  if (stored === undefined) return defaults
  if (!isObject(defaults) || !isObject(stored)) return stored
  return Object.fromEntries(
    Object.entries({ ...defaults, ...stored }).map(([key, value]) => [key, complete(defaults[key], value)]),
  )
}
