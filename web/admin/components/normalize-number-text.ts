import { toNfkc } from '#contracts/rules/normalize-text.ts'

/**
 * Converts a number as Chinese input methods type it, with full-width digits or `。` for the decimal point, and removes
 * what isn't part of a number.
 */
export const normalizeNumberText = (text: string): string =>
  toNfkc(text)
    .replaceAll('。', '.')
    .replaceAll(/[^\w.-]+/g, '')
