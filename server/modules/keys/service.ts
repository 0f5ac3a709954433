import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contracts/durations.ts'
import type { Key, KeyCreate, KeyUse, NewKey } from '#contracts/keys/key.ts'
import { KEY_MESSAGES as MESSAGES } from '#contracts/keys/messages.ts'
import { describeScope, isMemberScope } from '#contracts/keys/scopes.ts'
import { KEYS } from '#contracts/limits.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createAuthentication } from './authentication.ts'
import { generateKey, getShownPrefix } from './key-format.ts'
import { createKeyUses, KEY_USES_FLUSH_MS } from './key-uses.ts'
import { createExpiryMail, getKeysUrl } from './mails.ts'
import { canCreate, canManage } from './policy.ts'
import {
  countActiveKeys,
  deleteEndedKeys,
  deleteKeyUses,
  findKey,
  insertKey,
  type KeyRow,
  listExpiringKeys,
  listKeysOfKind,
  listKeyUses,
  listOwnKeys,
  updateKey,
} from './store.ts'
import { toKey } from './view.ts'

export { KEY_USES_FLUSH_MS }
export type KeyService = ReturnType<typeof createKeyService>

type Person = Actor & Pick<SignedInUser, 'role'>

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  identity: Pick<IdentityService, 'sessions'>
  settings: Pick<SettingsService, 'getGeneral'>
  mail: Pick<MailService, 'queue'>
  outbox: Pick<OutboxService, 'recordFor'>
  publicUrl: string
}

/**
 * Creates the service of keys for programs. A key is 256 random bits, so that a plain SHA-256 protects it as well as a slow
 * hash would: nobody can try 2^256 keys.
 */
export function createKeyService(dependencies: Dependencies) {
  const { database, clock, audit, settings, mail, outbox, publicUrl } = dependencies
  const uses = createKeyUses(dependencies)
  const { authenticate } = createAuthentication(dependencies)

  /** Returns a key that somebody may manage. Throws `notFound`, also for keys of others. */
  async function getManaged(db: Queryable, id: string, user: Person): Promise<KeyRow> {
    const row = await findKey(db, id)
    authorize(row !== undefined && canManage(row, user), notFound(MESSAGES.notFound))
    return row
  }

  /** Returns how the audit names a key: members' own names for their keys are nobody else's business. */
  const describeTarget = ({ kind, name, prefix }: Pick<KeyRow, 'kind' | 'name' | 'prefix'>): string =>
    kind === 'platform' ? `${name}（${prefix}…）` : `${prefix}…`

  function assertExpiry(expiresAt: string): void {
    const remaining = Date.parse(expiresAt) - clock.now().getTime()
    if (remaining <= 0 || remaining > KEYS.maxDays * DAY_MS)
      throw invalidField('expiresAt', MESSAGES.expiry(KEYS.maxDays))
  }

  return {
    authenticate,
    uses,

    /** Lists a person's keys, newest first, and for super admins also everybody's keys for the platform. */
    async list(user: Person): Promise<Key[]> {
      const own = await listOwnKeys(database.read, user.id)
      const platform = user.role === 'super_admin' ? await listKeysOfKind(database.read, 'platform') : []
      const rows = [...own, ...platform.filter(({ ownerId }) => ownerId !== user.id)]
      return rows.map((row) => toKey(row, timestamp(clock)))
    },

    /** Lists an account's keys, for the copy of its owner's data. */
    listForOwner: async (ownerId: string): Promise<Key[]> =>
      (await listOwnKeys(database.read, ownerId)).map((row) => toKey(row, timestamp(clock))),

    /**
     * Creates a key. Returns it with its id; it is shown only once. Throws `forbidden` for permissions that only super
     * admins can give, `invalid` for an expiry that is past or too far away, `conflict` above the limit.
     */
    async create({ name, scopes, expiresAt, addresses }: KeyCreate, user: Person): Promise<NewKey> {
      authorize(canCreate(scopes, user), forbidden(MESSAGES.notYours))
      assertExpiry(expiresAt)
      const key = generateKey()
      return writeOnce(database, async (transaction) => {
        await transaction.lockName(`keys ${user.id}`)
        const now = timestamp(clock)
        if ((await countActiveKeys(transaction.db, user.id, now)) >= KEYS.max)
          throw conflict(MESSAGES.tooMany(KEYS.max))
        const row = {
          id: randomUUID(),
          ownerId: user.id,
          kind: scopes.every(isMemberScope) ? ('own' as const) : ('platform' as const),
          name,
          keyHash: sha256(key),
          prefix: getShownPrefix(key),
          scopesJson: JSON.stringify(scopes),
          addressesJson: JSON.stringify(addresses),
          createdAt: now,
          expiresAt: new Date(expiresAt).toISOString(),
        }
        await insertKey(transaction.db, row)
        await audit.record(transaction, {
          actor: user,
          action: 'key.create',
          target: describeTarget(row),
          detail: scopes.map(describeScope).join('、'),
        })
        return { id: row.id, key }
      })
    },

    /** Revokes a key. Nodes look a key up for every call, so it is invalid at once. Throws `notFound`. */
    revoke: (id: string, user: Person): Promise<void> =>
      database.write(async (transaction) => {
        const row = await getManaged(transaction.db, id, user)
        if (row.revokedAt !== null) return
        await updateKey(transaction.db, id, { revokedAt: timestamp(clock) })
        await audit.record(transaction, { actor: user, action: 'key.revoke', target: describeTarget(row) })
      }),

    /** Lists how often a key made each call on each day. Throws `notFound`. */
    async listUses(id: string, user: Person): Promise<KeyUse[]> {
      await getManaged(database.read, id, user)
      return listKeyUses(database.read, id)
    },

    /** Tells the owner of each key that expires within a week, once: by mail, and of a key for the platform in the inbox. */
    async sendReminders(): Promise<void> {
      const now = clock.now()
      const until = new Date(now.getTime() + KEYS.reminderDays * DAY_MS).toISOString()
      const range = { now: now.toISOString(), until }
      if ((await listExpiringKeys(database.read, range)).length === 0) return
      const { siteName } = await settings.getGeneral()
      await database.write(async (transaction) => {
        for (const { id, ownerId, ownerName, email, ...key } of await listExpiringKeys(transaction.db, range)) {
          await updateKey(transaction.db, id, { remindedAt: now.toISOString() })
          const data = { id, keyName: key.name, expiresAt: key.expiresAt, url: getKeysUrl(key.kind, publicUrl) }
          if (key.kind === 'platform') await outbox.recordFor(transaction, [ownerId], { name: 'key.expiring', data })
          await mail.queue(transaction, {
            ...createExpiryMail({ ...key, ownerName, siteName, publicUrl }),
            to: { name: ownerName, email },
          })
        }
      })
    },

    /** Deletes keys that ended long ago, and old counts of calls. */
    async deleteExpired(): Promise<void> {
      const before = new Date(clock.now().getTime() - KEYS.keptDays * DAY_MS).toISOString()
      await deleteInBatches(database, ({ db }, limit) => deleteEndedKeys(db, before, limit))
      await database.write(({ db }) => deleteKeyUses(db, addDays(toDay(clock.now()), -KEYS.keptDays)))
    },
  }
}
