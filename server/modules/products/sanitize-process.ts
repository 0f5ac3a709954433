/** Child process that sanitizes long rich texts; see `sanitize-long-texts.ts`. */
import { replyToParent } from '#server/platform/limited-process.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'

replyToParent((texts: string[]) => texts.map(sanitizeRichText))
