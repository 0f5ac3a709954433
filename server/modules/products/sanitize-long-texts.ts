import { MESSAGES } from '#contracts/messages/general.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { AppError } from '#server/platform/app-error.ts'
import { runBounded } from '#server/platform/bounded-process.ts'
import { isSanitized, rememberSanitized } from '#server/platform/rich-text.ts'

const BOUNDS = { milliseconds: 20_000, megabytes: 512 } as const
const PROGRAM = new URL('./sanitize-program.ts', import.meta.url)
/** A text of this many characters, however odd, is sanitized within some 20 ms. */
const LONGEST_HERE = 10_000

/**
 * Sanitizes the long ones among rich texts in a process of its own: an odd one may take half a second. Returns them by
 * the original; the others are sanitized where they are stored. Throws `tooLarge` if all together take too long.
 */
export async function sanitizeLongTexts(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const longTexts = [...new Set(texts.filter((text) => text.length > LONGEST_HERE && !isSanitized(text)))]
  if (longTexts.length === 0) return new Map()
  const sanitized = await runBounded<string[]>(PROGRAM, longTexts, BOUNDS)
  if (!sanitized) throw new AppError('payloadTooLarge', MESSAGES.tooLong)
  for (const text of sanitized) rememberSanitized(text)
  return new Map(longTexts.map((text, index) => [text, sanitized[index] ?? '']))
}

/** Returns products whose long rich texts are sanitized. */
export async function sanitizeProducts<Product extends Pick<ProductInput, 'detailedDescription'>>(
  products: readonly Product[],
): Promise<Product[]> {
  const sanitized = await sanitizeLongTexts(products.map(({ detailedDescription }) => detailedDescription))
  return products.map((product) => ({
    ...product,
    detailedDescription: sanitized.get(product.detailedDescription) ?? product.detailedDescription,
  }))
}
