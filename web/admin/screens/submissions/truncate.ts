/**
 * Returns the first `most` characters of a text, and whether that is less than all of it. A character is never cut in
 * two.
 */
export function truncate(text: string, most: number): { text: string; isCut: boolean } {
  const characters = [...text]
  if (characters.length <= most) return { text, isCut: false }
  return {
    text: `${characters
      .slice(0, most)
      .join('')
      .replace(/[\s、，。；,;]+$/u, '')}……`,
    isCut: true,
  }
}
