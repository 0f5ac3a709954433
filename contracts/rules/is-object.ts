export type JsonObject = Record<string, unknown>

/** Returns whether a value is a JSON object: neither an array nor `null`. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
