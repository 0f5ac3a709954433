import { SCREENSHOT, UPLOADS_PREFIX } from '../limits.ts'

/** The common prefix of the storage keys of all screenshots. */
export const SCREENSHOTS_FOLDER = 'screenshots/'
const LARGE_FILE_URL = new RegExp(`^${UPLOADS_PREFIX}${SCREENSHOTS_FOLDER}[0-9a-f-]{36}\\.webp$`)

/** Returns whether a URL is that of a screenshot's larger file on this site. */
export const isScreenshotUrl = (address: string): boolean => LARGE_FILE_URL.test(address)

/** Returns the URL or key of a screenshot's smaller file from that of its larger one. */
export const toSmallScreenshot = (address: string): string => address.replace(/\.webp$/, '-small.webp')

/** Returns the width of a screenshot's smaller file in pixels. */
export const getSmallScreenshotWidth = ({ width, height }: { width: number; height: number }): number =>
  Math.round(width * Math.min(1, SCREENSHOT.smallSidePx / Math.max(width, height)))
