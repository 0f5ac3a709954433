import type { Attachment } from '#contracts/documents/evaluation.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { API } from '#contracts/paths.ts'

/** Fetches an attachment and saves it under its name. Gives what to say where that fails. */
export async function downloadAttachment({ path, filename }: Attachment): Promise<string | undefined> {
  try {
    const response = await fetch(`${API.downloadAttachment}?${new URLSearchParams({ path })}`)
    if (!response.ok) return SITE_MESSAGES.downloadFailed
    save(await response.blob(), filename)
    return undefined
  } catch {
    return SITE_MESSAGES.checklistFailed
  }
}

function save(blob: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
