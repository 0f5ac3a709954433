import type { Attachment } from '#contracts/documents/evaluation.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { API } from '#contracts/paths.ts'
import { saveFile } from '../../../shared/save-file.ts'

/** Fetches an attachment and saves it under its name. Gives what to say where that fails. */
export async function downloadAttachment({ path, filename }: Attachment): Promise<string | undefined> {
  try {
    const response = await fetch(`${API.downloadAttachment}?${new URLSearchParams({ path })}`)
    if (!response.ok) return SITE_MESSAGES.downloadFailed
    saveFile(await response.blob(), filename)
    return undefined
  } catch {
    return SITE_MESSAGES.checklistFailed
  }
}
