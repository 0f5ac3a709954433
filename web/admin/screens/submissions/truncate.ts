/**
 * Returns the first `maxLength` characters of a text, and whether it is longer. Counts code points, so that surrogate
 * pairs aren't split.
 */
export function truncate(text: string, maxLength: number): { text: string; isTruncated: boolean } {
  const characters = [...text]
  if (characters.length <= maxLength) return { text, isTruncated: false }
  return {
    text: `${characters
      .slice(0, maxLength)
      .join('')
      .replace(/[\s、，。；,;]+$/u, '')}……`,
    isTruncated: true,
  }
}
