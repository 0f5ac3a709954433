import { expect, it } from 'vitest'
import { isSanitized, sanitizeRichText } from '#server/platform/rich-text.ts'
import { sanitizeLongTexts } from './sanitize-long-texts.ts'

it('sanitizes long texts in a child process with the same result as in this one', async () => {
  const malformed = '<b><script>x</script><div onclick="x">'.repeat(1_000)
  const sanitized = await sanitizeLongTexts(['<b>short</b>', malformed])
  expect([...sanitized.keys()]).toEqual([malformed])
  expect(isSanitized(sanitized.get(malformed) ?? '')).toBe(true)
  expect(sanitized.get(malformed)).toBe(sanitizeRichText(malformed))
})
