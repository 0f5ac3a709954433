import { randomUUID } from 'node:crypto'
import { MESSAGES } from '#contracts/messages.ts'
import type { PublicQrCode, QrCodeInput } from '#contracts/qr-code.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { countScan, insertQrCode, listActiveQrCodes } from './store.ts'
import { publicQrCode } from './view.ts'

export type CommunityService = ReturnType<typeof createCommunityService>

/** The change feed's name for the QR codes. */
export const QR_CODES_NAME = 'qr-codes'

/** The ways to join the community. */
export function createCommunityService({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** The active QR codes by their order, then by age. */
    listActive: async (): Promise<PublicQrCode[]> => (await listActiveQrCodes(database.read)).map(publicQrCode),

    /**
     * Counts one scan. No public reply shows the count, so nothing is touched.
     * Throws `notFound` for an id that isn't there or isn't active.
     */
    async scan(id: string): Promise<void> {
      const isCounted = await database.write(({ tx }) => countScan(tx, id))
      if (!isCounted) throw notFound(MESSAGES.qrCodeNotFound)
    },

    /** Adds a QR code, inside the caller's transaction. Gives its id. */
    async create({ tx, touch }: Write, { contactInfo, qrCodeUrl, ...code }: QrCodeInput): Promise<string> {
      const id = randomUUID()
      await insertQrCode(tx, {
        ...code,
        ...{ id, imagePath: qrCodeUrl, contactName: contactInfo.name, contactPosition: contactInfo.position },
        createdAt: timestamp(clock),
      })
      touch(QR_CODES_NAME)
      return id
    },
  }
}
