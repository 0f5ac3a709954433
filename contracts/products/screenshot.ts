/** A screenshot of a product. Its file is uploaded to this site, and stored in two sizes. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { looseObject } from '../fields.ts'
import { SCREENSHOT } from '../limits.ts'
import { isScreenshotUrl } from '../rules/screenshot-files.ts'
import { isSingleLine } from '../rules/single-line.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { SCREENSHOT_MESSAGES as MESSAGES } from './screenshot-messages.ts'

/** What a screenshot shows: its visible caption, also used as its alternative text. */
export const CaptionSchema = requiredText(MESSAGES.caption, SCREENSHOT.captionLength).refine(
  isSingleLine,
  MESSAGES.captionNotSingleLine,
)

/** Width and height are those of the larger file in pixels, so that pages can reserve the space. */
const ScreenshotSchema = looseObject({
  url: storedText(MESSAGES.address).refine(isScreenshotUrl, MESSAGES.address),
  caption: CaptionSchema,
  width: z.int().min(1).max(SCREENSHOT.sidePx),
  height: z.int().min(1).max(SCREENSHOT.sidePx),
}).meta({ id: 'Screenshot' })
export type Screenshot = z.infer<typeof ScreenshotSchema>

export const ScreenshotsSchema = z.array(ScreenshotSchema).max(SCREENSHOT.max, MESSAGES.tooMany).default([])
