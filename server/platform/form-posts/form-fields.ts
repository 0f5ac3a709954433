/** Converts the fields of a posted form into the body of its call. */
import { z } from 'zod'
import type { FormValues } from '#contracts/forms.ts'

export type FormFields = {
  /** The declared fields as typed. */
  values: FormValues
  body: Record<string, unknown>
}

/**
 * Creates the reader of a form from its call's schema: text, numbers and checkboxes are converted to their declared
 * types, undeclared fields are dropped. Throws if the schema isn't an object.
 */
export function createFieldReader(schema: z.ZodType): (fields: URLSearchParams) => FormFields {
  // Without the registry, schemas with an id are inlined instead of referenced.
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() })
  if (!properties) throw new Error('the body of a form’s call is not an object: its fields have to be declared')
  const readers = Object.entries(properties).flatMap(([name, property]) => {
    const read = typeof property === 'object' ? READERS[getKind(property)] : undefined
    return read ? [{ name, read }] : []
  })

  return (fields) => {
    const inputs = readers.flatMap(({ name, read }) => {
      const typed = fields.get(name)?.replaceAll('\r\n', '\n')
      return typed === undefined ? [] : [{ name, typed, value: read(typed) }]
    })
    return {
      values: Object.fromEntries(inputs.map(({ name, typed }) => [name, typed])),
      body: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
    }
  }
}

const getKind = ({ type, const: fixed }: z.core.JSONSchema.BaseSchema): string =>
  fixed === true ? 'boolean' : String(type)

/** Convert a field's text, by its JSON type. Browsers don't send an unchecked checkbox. */
const READERS: Readonly<Record<string, (typed: string) => unknown>> = {
  string: (typed) => typed,
  integer: readNumber,
  number: readNumber,
  boolean: () => true,
}

/** Returns the number, or the text unchanged if it isn't a number, which the schema then rejects. */
function readNumber(typed: string): number | string {
  const number = Number(typed)
  return typed.trim() === '' || Number.isNaN(number) ? typed : number
}
