/**
 * Families of query parameters: a record in a call's query is sent as one parameter per key, prefixed with its name,
 * `f.models=Kimi&f.models=DeepSeek&f.rag=yes`.
 */
import { z } from 'zod'

/** Returns the names of the records in a query. */
export const listParameterFamilies = (query: z.ZodObject): string[] =>
  Object.entries(query.shape).flatMap(([name, schema]) => (isRecord(schema) ? [name] : []))

function isRecord(schema: unknown): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isRecord(schema.unwrap())
  return schema instanceof z.ZodRecord
}

export const isFamilyMember = (parameter: string, families: Iterable<string>): boolean =>
  [...families].some((family) => parameter.startsWith(`${family}.`))

/** Returns a parsed query with the members of each family collected into an object under its name. */
export function collectParameterFamilies(query: object, families: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(query)
  const plain = entries.filter(([name]) => !families.includes(name) && !isFamilyMember(name, families))
  const records = families.map((family): [string, unknown] => [
    family,
    Object.fromEntries(
      entries.flatMap(([name, value]) =>
        name.startsWith(`${family}.`) ? [[name.slice(family.length + 1), value]] : [],
      ),
    ),
  ])
  return Object.fromEntries([...plain, ...records])
}
