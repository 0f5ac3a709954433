import { MESSAGES } from '#contracts/messages/general.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { AppError } from '#server/platform/app-error.ts'
import { runLimitedProcess } from '#server/platform/limited-process.ts'
import { cacheSanitized, isSanitized } from '#server/platform/rich-text.ts'

const PROCESS_LIMITS = { timeoutMs: 20_000, memoryMegabytes: 512 } as const
const SCRIPT_URL = new URL('./sanitize-process.ts', import.meta.url)
/** Texts up to this many characters are sanitized within about 20 ms, even in the worst case. */
const MAX_LENGTH_IN_PROCESS = 10_000

/**
 * Sanitizes long rich texts in a child process, since a pathological one may take half a second. Returns the sanitized
 * texts by their originals. Short texts are omitted; they are sanitized when they are stored. Throws `payloadTooLarge`
 * if sanitizing takes too long.
 */
export async function sanitizeLongTexts(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const longTexts = [...new Set(texts.filter((text) => text.length > MAX_LENGTH_IN_PROCESS && !isSanitized(text)))]
  if (longTexts.length === 0) return new Map()
  const sanitized = await runLimitedProcess<string[]>(SCRIPT_URL, longTexts, PROCESS_LIMITS)
  if (!sanitized) throw new AppError('payloadTooLarge', MESSAGES.tooLong)
  for (const text of sanitized) cacheSanitized(text)
  return new Map(longTexts.map((text, index) => [text, sanitized[index] ?? '']))
}

/** Returns products with their long rich texts sanitized. */
export async function sanitizeProducts<Product extends Pick<ProductInput, 'detailedDescription'>>(
  products: readonly Product[],
): Promise<Product[]> {
  const sanitized = await sanitizeLongTexts(products.map(({ detailedDescription }) => detailedDescription))
  return products.map((product) => ({
    ...product,
    detailedDescription: sanitized.get(product.detailedDescription) ?? product.detailedDescription,
  }))
}
