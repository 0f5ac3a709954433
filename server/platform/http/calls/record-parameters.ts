/**
 * Records in a call's query: each key is sent as a parameter of its own, prefixed with the record's name, such as
 * `f.models=Kimi&f.models=DeepSeek&f.rag=yes`.
 */
import { z } from 'zod'

/** Returns the names of the records in a query. */
export const listRecordNames = (query: z.ZodObject): string[] =>
  Object.entries(query.shape).flatMap(([name, schema]) => (isRecord(schema) ? [name] : []))

function isRecord(schema: unknown): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isRecord(schema.unwrap())
  return schema instanceof z.ZodRecord
}

/** Returns whether a parameter belongs to one of these records. */
export const isRecordParameter = (parameter: string, recordNames: readonly string[]): boolean =>
  recordNames.some((recordName) => parameter.startsWith(`${recordName}.`))

/** Returns a parsed query with the parameters of each record collected into an object under its name. */
export function collectRecords(query: object, recordNames: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(query)
  const plain = entries.filter(([name]) => !recordNames.includes(name) && !isRecordParameter(name, recordNames))
  const records = recordNames.map((recordName): [string, unknown] => [
    recordName,
    Object.fromEntries(
      entries.flatMap(([name, value]) =>
        name.startsWith(`${recordName}.`) ? [[name.slice(recordName.length + 1), value]] : [],
      ),
    ),
  ])
  return Object.fromEntries([...plain, ...records])
}
