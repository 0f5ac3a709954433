import { getAddress } from '#contracts/call-address.ts'
import type { Attachment } from '#contracts/documents/evaluation.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { saveFile } from '../../../shared/save-file.ts'

/** Fetches an attachment and saves it under its name. Returns the error message if that fails. */
export async function downloadAttachment({ path, filename }: Attachment): Promise<string | undefined> {
  try {
    const response = await fetch(getAddress(evaluationCalls.downloadAttachment, { query: { path } }))
    if (!response.ok) return SITE_MESSAGES.downloadFailed
    saveFile(await response.blob(), filename)
    return undefined
  } catch {
    return SITE_MESSAGES.checklistFailed
  }
}
