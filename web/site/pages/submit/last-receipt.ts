import { z } from 'zod'
import { createLocalCopy } from '../../local-copy.ts'

const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000

const LastReceiptSchema = z.object({ receipt: z.string(), productName: z.string() })
export type LastReceipt = z.infer<typeof LastReceiptSchema>

const copy = createLocalCopy<unknown>('zhijian.submission-receipt', LIFETIME_MS)

/** The receipt of this browser's last submission, until it is dismissed. */
export const readLastReceipt = (): LastReceipt | undefined => LastReceiptSchema.safeParse(copy.read()).data

export const keepLastReceipt = (last: LastReceipt): void => copy.write(last)
export const clearLastReceipt = (): void => copy.clear()
