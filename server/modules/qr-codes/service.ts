import { randomUUID } from 'node:crypto'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import {
  type PublicQrCode,
  QR_CODE_LABELS,
  type QrCodeChange,
  type QrCodeInput,
  type QrCodeRecord,
} from '#contracts/qr-codes/qr-code.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import {
  deleteQrCode,
  findQrCode,
  insertQrCode,
  listActiveQrCodes,
  listQrCodes,
  type QrCodeRow,
  recordScan,
  updateQrCode,
} from './store.ts'
import { toPublicQrCode, toQrCodeRecord } from './view.ts'

export type QrCodeService = ReturnType<typeof createQrCodeService>

/** The change feed's topic for the QR codes. */
export const QR_CODES_TOPIC = 'qr-codes'

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

/** Creates the service for the community's QR codes. */
export function createQrCodeService({ database, clock, audit }: Dependencies) {
  async function create(
    { db, publish }: Transaction,
    { contactInfo, qrCodeUrl, ...code }: QrCodeInput,
  ): Promise<string> {
    const id = randomUUID()
    await insertQrCode(db, {
      ...code,
      id,
      imagePath: qrCodeUrl,
      contactName: contactInfo.name,
      contactPosition: contactInfo.position,
      createdAt: timestamp(clock),
    })
    publish(QR_CODES_TOPIC)
    return id
  }

  async function getRow({ db }: Pick<Transaction, 'db'>, id: string): Promise<QrCodeRow> {
    const row = await findQrCode(db, id)
    if (!row) throw notFound(MESSAGES.qrCodeNotFound)
    return row
  }

  return {
    /** Lists the active QR codes in display order, equal ones by age. */
    listActive: async (): Promise<PublicQrCode[]> => (await listActiveQrCodes(database.read)).map(toPublicQrCode),

    /**
     * Counts a scan. The count is in no public reply, so no cache is invalidated. Throws `notFound` if the code
     * doesn't exist or isn't active.
     */
    async scan(id: string): Promise<void> {
      const isCounted = await database.write(({ db }) => recordScan(db, id))
      if (!isCounted) throw notFound(MESSAGES.qrCodeNotFound)
    },

    /** Adds a QR code, inside the caller's transaction. Returns its id. */
    create,

    /** Lists all QR codes, including inactive ones, in display order. */
    listAll: async (): Promise<QrCodeRecord[]> => (await listQrCodes(database.read)).map(toQrCodeRecord),

    /** Adds a QR code in an audited transaction of its own. The housekeeping deletes the picture of a repeated request. */
    add: (code: QrCodeInput, actor: Actor) =>
      writeOnce(database, async (transaction): Promise<QrCodeRecord> => {
        const id = await create(transaction, code)
        await audit.record(transaction, { actor, action: 'qr-code.create', target: code.title })
        return toQrCodeRecord(await getRow(transaction, id))
      }),

    /** Updates the given fields. Throws `notFound`. */
    update: (id: string, change: QrCodeChange, actor: Actor) =>
      database.write(async (transaction): Promise<QrCodeRecord> => {
        const before = await getRow(transaction, id)
        const changed = Object.entries(change).filter(
          ([key, value]) => value !== undefined && value !== Reflect.get(before, key),
        )
        if (changed.length === 0) return toQrCodeRecord(before)
        await updateQrCode(transaction.db, id, Object.fromEntries(changed))
        transaction.publish(QR_CODES_TOPIC)
        const changedKeys = changed.map(([key]) => key)
        const detail = describeUpdate(change, changedKeys)
        await audit.record(transaction, { actor, action: 'qr-code.update', target: before.title, detail })
        return toQrCodeRecord(await getRow(transaction, id))
      }),

    /** Moves the QR codes with these ids to the front, in the given order; the others follow in their current order. */
    reorder: (ids: readonly string[], actor: Actor) =>
      database.write(async (transaction): Promise<QrCodeRecord[]> => {
        const before = await listQrCodes(transaction.db)
        const rowsById = new Map(before.map((row) => [row.id, row]))
        if (new Set(ids).size < ids.length) throw invalid(ADMIN_MESSAGES.duplicateQrCode)
        if (!ids.every((id) => rowsById.has(id))) throw notFound(MESSAGES.qrCodeNotFound)
        const orderedIds = [...ids, ...before.map(({ id }) => id).filter((id) => !ids.includes(id))]
        for (const [index, id] of orderedIds.entries()) await updateQrCode(transaction.db, id, { displayOrder: index })
        transaction.publish(QR_CODES_TOPIC)
        const target = ids.map((id) => rowsById.get(id)?.title).join('、')
        await audit.record(transaction, { actor, action: 'qr-code.order', target })
        return (await listQrCodes(transaction.db)).map(toQrCodeRecord)
      }),

    /** Deletes a QR code; the housekeeping deletes its picture. Throws `notFound`. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const { title } = await getRow(transaction, id)
        await deleteQrCode(transaction.db, id)
        transaction.publish(QR_CODES_TOPIC)
        await audit.record(transaction, { actor, action: 'qr-code.remove', target: title })
      }),
  }
}

function describeUpdate({ isActive }: QrCodeChange, changedKeys: readonly string[]): string {
  if (isActive === undefined || changedKeys.length > 1) return `修改：${listLabels(changedKeys).join('、')}`
  return isActive ? '启用' : '禁用'
}

/** Returns the labels of the changed fields, in the order of the form. */
const listLabels = (changedKeys: readonly string[]): string[] =>
  Object.entries(QR_CODE_LABELS).flatMap(([key, label]) => (changedKeys.includes(key) ? label : []))
