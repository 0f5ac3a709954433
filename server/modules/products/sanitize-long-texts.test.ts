import { expect, it } from 'vitest'
import { isSanitized, sanitizeRichText } from '#server/platform/rich-text.ts'
import { sanitizeLongTexts } from './sanitize-long-texts.ts'

it('sanitizes long texts in a child process with the same result as in this one', async () => {
  const odd = '<b><script>x</script><div onclick="x">'.repeat(1_000)
  const sanitized = await sanitizeLongTexts(['<b>short</b>', odd])
  expect([...sanitized.keys()]).toEqual([odd])
  expect(isSanitized(sanitized.get(odd) ?? '')).toBe(true)
  expect(sanitized.get(odd)).toBe(sanitizeRichText(odd))
})
