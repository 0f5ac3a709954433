/** Returns the value of a JSON text; `undefined` if the text isn't JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
