import { describe, expect, it } from 'vitest'
import { ConnectionSaveSchema } from '#contracts/agents/connection.ts'
import { getFingerprint } from './fingerprint.ts'

const CONNECTION = { kind: 'openai', url: 'https://agent.example/v1', model: 'm', headers: { 'X-Tenant': 'one' } }
const compute = (changes: object) => {
  const { headers = {}, ...settings } = ConnectionSaveSchema.parse({ ...CONNECTION, ...changes })
  return getFingerprint({ ...settings, headers })
}

describe('the fingerprint of a connection', () => {
  it.each([
    ['its key', { secret: 'sk-other' }],
    ['the value of a header', { headers: { 'X-Tenant': 'two' } }],
    ['the case of a header’s name', { headers: { 'x-tenant': 'one' } }],
    ['its limits', { timeoutMs: 1_000, maxConcurrency: 50, perMinute: 1 }],
    ['its prices', { price: { perCall: 1 } }],
  ])('stays with another value of %s', (_, changes) => {
    expect(compute(changes)).toBe(compute({}))
  })

  it.each([
    ['its kind', { kind: 'fastgpt' }],
    ['its address', { url: 'https://agent.example/v2' }],
    ['its model', { model: 'n' }],
    ['its bot', { botId: 'b' }],
    ['its template', { template: { body: '{"q": {{question}}}' } }],
    ['its paths', { paths: { reply: '$.a' } }],
    ['the name of a header', { headers: { 'X-Team': 'one' } }],
  ])('changes with %s', (_, changes) => {
    expect(compute(changes)).not.toBe(compute({}))
  })
})
