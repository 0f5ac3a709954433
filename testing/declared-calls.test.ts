import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findReplySchema } from '#contracts/call.ts'
import { loadDeclaredCalls } from './declared-calls.ts'

const CALLS = await loadDeclaredCalls()

describe('the declared calls', () => {
  it('differ in their methods or paths', () => {
    const names = CALLS.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s declares its path parameters',
    (_, call) => {
      const pathParameters = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      expect(Object.keys(call.params?.shape ?? {}).sort()).toEqual(pathParameters.sort())
      expect(call.path).toMatch(/^\/(api|data|\.well-known)\/[a-zA-Z0-9/:.-]+$/)
      // A multipart body is described by `file` alone, which includes its text fields.
      expect(call.file && call.body).toBeUndefined()
    },
  )
})

describe('the descriptions of the declared calls', () => {
  /** Values, headers, and fields of failures and of the replies of other calls. */
  const OTHER_NAMES = new Set(['true', 'false', 'null', 'data', 'ETag', 'reason', 'alarms', 'backup', 'revisions'])

  // The contents of files aren't declared.
  const calls = CALLS.filter(({ reply }) => reply instanceof z.ZodType || reply.kind !== 'file')
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'name only what %s takes or returns',
    (_, call) => {
      const names = new Set<string>()
      const schemas = [call.params, call.query, call.body, call.file?.fields, findReplySchema(call.reply)]
      for (const schema of schemas)
        if (schema)
          for (const io of ['input', 'output'] as const)
            collectNames(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), names)
      const described = [...(call.description ?? '').matchAll(/`([a-zA-Z]+)`/g)].flatMap(([, name]) => name ?? [])
      expect(described.filter((name) => !names.has(name) && !OTHER_NAMES.has(name))).toEqual([])
    },
  )
})

/** Adds the names of all properties of a JSON schema, and its values. */
function collectNames(schema: unknown, names: Set<string>): void {
  if (Array.isArray(schema)) for (const item of schema) collectNames(item, names)
  else if (typeof schema === 'object' && schema !== null)
    for (const [key, value] of Object.entries(schema)) {
      names.add(key)
      if (key === 'enum' || key === 'const') for (const choice of [value].flat()) names.add(String(choice))
      collectNames(value, names)
    }
}
