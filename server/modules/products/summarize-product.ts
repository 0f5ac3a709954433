/** About three lines of a card on a phone. */
const MAX_LENGTH = 100

/** Returns what a product is, in a line or two: its slogan or, if it has none, the beginning of its description. */
export function summarizeProduct({ slogan, description }: { slogan: string; description: string }): string {
  if (slogan.trim() !== '') return slogan
  const characters = [...description.replaceAll(/\s+/g, ' ').trim()]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}…` : characters.join('')
}
