import { type Kysely, sql } from 'kysely'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

/** The passwords that forms may have stored in drafts, by the drafts' subjects. Migration 034 removed other secrets. */
const SECRETS: readonly { subject: string; path: readonly [string, ...string[]] }[] = [
  { subject: 'user:%', path: ['password'] },
  { subject: 'user:%', path: ['currentPassword'] },
  { subject: 'mail', path: ['smtpConfig', 'password'] },
]

type DraftRow = { user: string; id: string; json: unknown }

/**
 * Removes passwords from stored drafts: earlier versions left only some of them out. A restored draft takes these
 * fields from the form.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { subject, path } of SECRETS) {
    const { rows } = await sql<DraftRow>`select user_id as "user", id, content_json as json
      from drafts where subject like ${subject}`.execute(db)
    for (const { user, id, json } of rows) {
      const draft: JsonObject = Object(typeof json === 'string' ? JSON.parse(json) : json)
      const { value, loaded } = draft
      const isChanged = [removeAt(value, path), removeAt(Object(loaded).value, path)].includes(true)
      if (!isChanged) continue
      const content = JSON.stringify(draft)
      await sql`update drafts set content_json = ${content}, bytes = ${Buffer.byteLength(content)}
        where user_id = ${user} and id = ${id}`.execute(db)
    }
  }
}

/** Removes a property at a path within a value. Returns whether there was one. */
function removeAt(value: unknown, [key, ...rest]: readonly [string, ...string[]]): boolean {
  if (!isObject(value) || !Object.hasOwn(value, key)) return false
  const [next, ...others] = rest
  if (next !== undefined) return removeAt(value[key], [next, ...others])
  delete value[key]
  return true
}
