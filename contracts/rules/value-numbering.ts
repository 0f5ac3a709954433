/** Returns the number of a value: equal values have equal numbers. */
export type ValueNumbering = (value: unknown) => number

/**
 * Creates a numbering in which deeply equal values (with their keys in the same order) have the same number, so that
 * comparing them takes constant time. Each object is visited only once.
 */
export function createValueNumbering(): ValueNumbering {
  const numbers = new Map<string, number>()
  const numberByObject = new WeakMap<object, number>()
  const addText = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const getValueNumber = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return addText(JSON.stringify(value) ?? '')
    const cached = numberByObject.get(value)
    if (cached !== undefined) return cached
    const text = Array.isArray(value)
      ? `[${value.map(getValueNumber).join()}]`
      : `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${getValueNumber(inner)}`)}}`
    const number = addText(text)
    numberByObject.set(value, number)
    return number
  }
  return getValueNumber
}
