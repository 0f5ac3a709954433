import { describe, expect, it } from 'vitest'
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
