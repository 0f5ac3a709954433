import { SCREENSHOT, UPLOADS_PREFIX } from '../limits.ts'

/** The beginning of the keys of all screenshots. */
export const SCREENSHOTS_FOLDER = 'screenshots/'
const ADDRESS = new RegExp(`^${UPLOADS_PREFIX}${SCREENSHOTS_FOLDER}[0-9a-f-]{36}\\.webp$`)

/** Returns whether an address is that of a screenshot's larger file on this site. */
export const isScreenshotAddress = (address: string): boolean => ADDRESS.test(address)

/** Returns the address or key of a screenshot's smaller file, for that of its larger one. */
export const toSmallScreenshot = (address: string): string => address.replace(/\.webp$/, '-small.webp')

/** Returns how many pixels a screenshot's smaller file is wide. */
export const smallScreenshotWidth = ({ width, height }: { width: number; height: number }): number =>
  Math.round(width * Math.min(1, SCREENSHOT.smallSide / Math.max(width, height)))
