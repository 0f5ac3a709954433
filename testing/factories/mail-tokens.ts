import type { MailKind } from '#contracts/mail/mail.ts'
import { listOutbox } from '../outbox-and-audit.ts'
import type { TestApp } from '../test-app.ts'

/**
 * Returns the token in the link of the newest mail of a kind to an email address; `undefined` if there is none.
 */
export async function findMailToken(app: TestApp, kind: MailKind, to: string): Promise<string | undefined> {
  const { outbox } = app.services.mail
  const entries = await listOutbox(app)
  const newest = entries.find((entry) => entry.kind === kind && entry.to === to)
  const content = newest && (await outbox.findContent(newest.id))
  return /#token=([\w-]{43})/.exec(content?.html ?? '')?.[1]
}
