import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { z } from 'zod'

/** Views already build a reply field by field: it is written as it stands. */
export const plainSerializer: FastifySerializerCompiler<unknown> = () => (data) => JSON.stringify(data)

/** The same, but a reply that its route's schema doesn't describe is an error. */
export const checkedSerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const checked = schema.safeParse(data)
    if (!checked.success) throw new Error(`${method} ${url} replied outside its schema: ${checked.error.message}`)
    return JSON.stringify(data)
  }
