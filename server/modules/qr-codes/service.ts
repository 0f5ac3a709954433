import { randomUUID } from 'node:crypto'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import {
  type PublicQrCode,
  QR_CODE_LABELS,
  type QrCodeChange,
  type QrCodeCreate,
  type QrCodeInput,
  type QrCodeRecord,
} from '#contracts/qr-codes/qr-code.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MediaLibraryService } from '#server/modules/media-library/service.ts'
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

/** The columns that a change names. */
type ColumnChange = Omit<QrCodeChange, 'qrCodeUrl'> & { imagePath?: string | undefined }

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  library: Pick<MediaLibraryService, 'getPicture'>
}

/** Creates the service for the community's QR codes. */
export function createQrCodeService({ database, clock, audit, library }: Dependencies) {
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

  /** Saves the given columns that differ, inside the caller's transaction. */
  async function saveChange(
    transaction: Transaction,
    id: string,
    change: ColumnChange,
    actor: Actor,
  ): Promise<QrCodeRecord> {
    const before = await getRow(transaction, id)
    const changed = Object.entries(change).filter(
      ([key, value]) => value !== undefined && value !== Reflect.get(before, key),
    )
    if (changed.length === 0) return toQrCodeRecord(before)
    if (change.imagePath !== undefined) await library.getPicture(transaction.db, change.imagePath, 'qrCodeUrl')
    await updateQrCode(transaction.db, id, Object.fromEntries(changed))
    transaction.publish(QR_CODES_TOPIC)
    const changedKeys = changed.map(([key]) => (key === 'imagePath' ? 'qrCodeUrl' : key))
    const detail = describeUpdate(change, changedKeys)
    await audit.record(transaction, { actor, action: 'qr-code.update', target: before.title, detail })
    return toQrCodeRecord(await getRow(transaction, id))
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

    /**
     * Adds a QR code in an audited transaction of its own; it shares the file of the media library's picture. The
     * housekeeping deletes the uploaded picture of a repeated request. Throws `invalid` if there is no such picture.
     */
    add: ({ contactName, contactPosition, ...code }: QrCodeCreate, actor: Actor) =>
      writeOnce(database, async (transaction): Promise<QrCodeRecord> => {
        await library.getPicture(transaction.db, code.qrCodeUrl, 'qrCodeUrl')
        const contactInfo = { name: contactName, position: contactPosition }
        const id = await create(transaction, { ...code, contactInfo, isActive: true })
        await audit.record(transaction, { actor, action: 'qr-code.create', target: code.title })
        return toQrCodeRecord(await getRow(transaction, id))
      }),

    /** Updates the given fields. Throws `notFound`, `invalid` for a picture that the media library doesn't have. */
    update: (id: string, { qrCodeUrl, ...texts }: QrCodeChange, actor: Actor) =>
      database.write((transaction) => saveChange(transaction, id, { ...texts, imagePath: qrCodeUrl }, actor)),

    /**
     * Replaces the picture of a QR code by another one of the media library if it still is the given one. Returns whether
     * it was. Throws `notFound`, `invalid`.
     */
    replacePicture: (id: string, { url, newUrl }: { url: string; newUrl: string }, actor: Actor): Promise<boolean> =>
      database.write(async (transaction) => {
        const { imagePath } = await getRow(transaction, id)
        if (imagePath === url) await saveChange(transaction, id, { imagePath: newUrl }, actor)
        return imagePath === url
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

function describeUpdate({ isActive }: Pick<QrCodeChange, 'isActive'>, changedKeys: readonly string[]): string {
  if (isActive === undefined || changedKeys.length > 1) return `修改：${listLabels(changedKeys).join('、')}`
  return isActive ? '启用' : '禁用'
}

/** Returns the labels of the changed fields, in the order of the form. */
const listLabels = (changedKeys: readonly string[]): string[] =>
  Object.entries(QR_CODE_LABELS).flatMap(([key, label]) => (changedKeys.includes(key) ? label : []))
