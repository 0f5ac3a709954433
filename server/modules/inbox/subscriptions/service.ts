import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { INBOX_MESSAGES } from '#contracts/inbox/messages.ts'
import {
  DIGEST_HOUR_DEFAULT,
  NOTICE_WAYS,
  type NoticeWay,
  type NoticeWays,
  type Subscriptions,
  type SubscriptionsInput,
} from '#contracts/inbox/subscriptions.ts'
import { INBOX } from '#contracts/limits.ts'
import type { EventData } from '#contracts/outbox/event-table.ts'
import { TEAM_EVENT_NAMES, TEAM_EVENTS, type TeamEventName } from '#contracts/outbox/team-events.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { findNextDigest } from '#contracts/rules/digest-time.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { runIndependently } from '#server/platform/run-independently.ts'
import type { InboxItemRow } from '../store.ts'
import { describeItem } from '../view.ts'
import {
  findSubscriber,
  findSubscription,
  listDueUsers,
  listSubscribers,
  listWaitingItems,
  type Subscriber,
  saveSubscription,
  setDigestDue,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  mail: Pick<MailService, 'isReady' | 'queueTemplate'>
  publicUrl: string
  /** Adds items to the inboxes of users, inside the caller's transaction. */
  addItems(
    transaction: Transaction,
    readers: readonly { userId: string; digestDueAt: string | null }[],
    event: { id: string; name: TeamEventName; dataJson: string },
  ): Promise<void>
}

const canHear = (caller: Caller, name: TeamEventName): boolean => can(caller, TEAM_EVENTS[name].permission)

const StoredWaysSchema = z.partialRecord(z.string(), z.enum(NOTICE_WAYS))
/** Reads stored choices, among which may be events that no longer exist. */
const readWays = (waysJson: unknown): NoticeWays => StoredWaysSchema.parse(waysJson)

/** Returns how somebody is told of an event; `off` without the permission, which may have been lost since. */
const getWay = (subscriber: Subscriber, name: TeamEventName): NoticeWay =>
  canHear(subscriber, name) ? (readWays(subscriber.waysJson)[name] ?? 'off') : 'off'

/** Creates the staff's subscriptions to events of the team. */
export function createSubscriptions({ database, clock, mail, publicUrl, addItems }: Dependencies) {
  const links = { settingsLink: `${publicUrl}${ADMIN_PAGES.account}` }

  async function get(reader: Caller & { id: string }): Promise<Subscriptions> {
    const row = await findSubscription(database.read, reader.id)
    const ways = readWays(row?.waysJson ?? {})
    return {
      events: TEAM_EVENT_NAMES.filter((name) => canHear(reader, name)).map((name) => ({
        name,
        label: TEAM_EVENTS[name].label,
        way: ways[name] ?? 'off',
      })),
      digestHour: row?.digestHour ?? DIGEST_HOUR_DEFAULT,
    }
  }

  /** Lets what waits for a digest follow changed choices, inside the caller's transaction. */
  async function reschedule({ db }: Transaction, subscriber: Subscriber): Promise<void> {
    const digestDueAt = findNextDigest(clock.now(), subscriber.digestHour)
    for (const { id, name } of await listWaitingItems(db, subscriber.userId)) {
      const isDigested = isTeamEvent(name) && getWay(subscriber, name) === 'digest'
      await setDigestDue(db, [id], isDigested ? digestDueAt : null)
    }
  }

  async function sendDigest(userId: string): Promise<void> {
    await database.write(async (transaction) => {
      // Another node may have sent it since it was found to be due.
      await transaction.lockName(`digest ${userId}`)
      const waiting = await listWaitingItems(transaction.db, userId)
      const due = waiting.filter(({ digestDueAt }) => digestDueAt !== null && digestDueAt <= timestamp(clock))
      if (due.length === 0) return
      await setDigestDue(
        transaction.db,
        due.map(({ id }) => id),
        null,
      )
      const subscriber = await findSubscriber(transaction.db, userId)
      const readable = subscriber ? due.filter(({ name }) => isTeamEvent(name) && canHear(subscriber, name)) : []
      if (!subscriber || readable.length === 0) return
      const values = {
        contactName: subscriber.name,
        eventCount: String(readable.length),
        eventList: listEvents(readable, subscriber),
        inboxLink: `${publicUrl}${ADMIN_PAGES.inbox}`,
        ...links,
      }
      await mail.queueTemplate(transaction, 'eventDigest', values, { to: subscriber })
    })
  }

  return {
    get,

    /** Replaces one's own subscriptions. Throws `invalid` for an event that one may not read. */
    async save({ ways, digestHour }: SubscriptionsInput, reader: Caller & { id: string }): Promise<Subscriptions> {
      const forbidden = TEAM_EVENT_NAMES.find((name) => (ways[name] ?? 'off') !== 'off' && !canHear(reader, name))
      if (forbidden) throw invalidField(`ways.${forbidden}`, INBOX_MESSAGES.forbiddenEvent)
      await database.write(async (transaction) => {
        await transaction.lockName(`digest ${reader.id}`)
        await saveSubscription(transaction.db, { userId: reader.id, waysJson: JSON.stringify(ways), digestHour })
        const subscriber = await findSubscriber(transaction.db, reader.id)
        if (subscriber) await reschedule(transaction, subscriber)
      })
      return get(reader)
    },

    /**
     * Tells those of the staff who want to hear of an event inside the transaction that causes it. Returns their number.
     */
    async tell<Name extends TeamEventName>(
      transaction: Transaction,
      { id = randomUUID(), name, data }: { id?: string | undefined; name: Name; data: EventData<Name> },
    ): Promise<number> {
      const told = (await listSubscribers(transaction.db))
        .map((subscriber) => ({ subscriber, way: getWay(subscriber, name) }))
        .filter(({ way }) => way !== 'off')
      if (told.length === 0) return 0
      const now = clock.now()
      const readers = told.map(({ subscriber: { userId, digestHour }, way }) => ({
        userId,
        digestDueAt: way === 'digest' ? findNextDigest(now, digestHour) : null,
      }))
      await addItems(transaction, readers, { id, name, dataJson: JSON.stringify(data) })
      for (const { subscriber, way } of told) {
        if (way !== 'mail') continue
        const { label, lines, url } = describeItem({ name, dataJson: data }, subscriber)
        const values = {
          contactName: subscriber.name,
          eventLabel: label,
          eventDetail: lines.join('\n'),
          recordLink: url,
          ...links,
        }
        await mail.queueTemplate(transaction, 'eventNotice', values, { to: subscriber })
      }
      return told.length
    },

    /** Queues the digests that are due; once mails can be sent again, if they can't. Returns their number. */
    async sendDueDigests(): Promise<number> {
      const due = await listDueUsers(database.read, timestamp(clock))
      if (due.length === 0 || !(await mail.isReady())) return 0
      await runIndependently(due.map((userId) => () => sendDigest(userId)))
      return due.length
    },
  }
}

const isTeamEvent = (name: string): name is TeamEventName => name in TEAM_EVENTS

/** Lists events line by line, the first of each alone: the rest is read where it happened. */
function listEvents(items: readonly InboxItemRow[], reader: Caller): string {
  const lines = items.slice(0, INBOX.eventsPerDigest).map((item) => {
    const {
      label,
      lines: [subject],
    } = describeItem(item, reader)
    return `${formatMinuteInShanghai(new Date(item.createdAt))} ${label}${subject ? `：${subject}` : ''}`
  })
  const rest = items.length - lines.length
  return [...lines, ...(rest > 0 ? [INBOX_MESSAGES.digestMore(rest)] : [])].join('\n')
}
