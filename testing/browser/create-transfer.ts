import type { JSHandle, Page } from '@playwright/test'

/** Returns what a drag of a file contains, for `dispatchEvent('drop', { dataTransfer })`. */
export const createTransfer = (
  page: Page,
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer },
): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(file.bytes)], file.name, { type: file.type }))
      return transfer
    },
    { bytes: [...buffer], name, type: mimeType },
  )
