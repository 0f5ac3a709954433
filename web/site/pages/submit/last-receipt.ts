import { DAY_MS } from '#contracts/durations.ts'
import { createStoredValue } from '../../stored-value.ts'

const LIFETIME_MS = 90 * DAY_MS

export type LastReceipt = { receipt: string; productName: string }

const storage = createStoredValue<unknown>('zhijian.submission-receipt', LIFETIME_MS)

/** Returns the receipt of this browser's last submission, until it is dismissed. */
export function readLastReceipt(): LastReceipt | undefined {
  const { receipt, productName } = Object(storage.read())
  return typeof receipt === 'string' && typeof productName === 'string' ? { receipt, productName } : undefined
}

export const saveLastReceipt = (lastReceipt: LastReceipt): boolean => storage.write(lastReceipt)
export const clearLastReceipt = (): boolean => storage.clear()
