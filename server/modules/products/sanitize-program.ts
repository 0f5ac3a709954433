/** Sanitizes long rich texts in a process of its own; see `sanitize-long-texts.ts`. */
import { answerParent } from '#server/platform/bounded-process.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'

answerParent((texts: string[]) => texts.map(sanitizeRichText))
