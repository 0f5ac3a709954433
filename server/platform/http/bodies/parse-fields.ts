import type { z } from 'zod'
import { invalid } from '#server/platform/app-error.ts'

/** Returns the texts beside an uploaded file, by their schema. Throws `invalid` with every wrong one. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalid(errors[0]?.message, errors)
}
