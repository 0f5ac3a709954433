import { describe, expect, it } from 'vitest'
import { findModelRelation, getVendorDomain } from './model-relation.ts'

const relate = (judge: [host: string, model: string], candidate: [host: string, model: string]) =>
  findModelRelation({ hosts: [judge[0]], models: [judge[1]] }, { hosts: [candidate[0]], models: [candidate[1]] })

describe('findModelRelation', () => {
  it('names the same model, whatever its letter case and server', () => {
    expect(relate(['a.example', 'DeepSeek-V3'], ['b.example', 'deepseek-v3'])).toEqual({
      kind: 'model',
      name: 'DeepSeek-V3',
    })
  })

  it.each([
    ['qwen-max', 'Qwen2.5-72B-Instruct', '通义千问'],
    ['gpt-5', 'openai/o3', 'GPT'],
    ['glm-4.6', 'ChatGLM3-6B', 'GLM'],
    ['doubao-pro', 'seed-1.6', '豆包'],
    ['moonshot-v1', 'kimi-k2', 'Kimi'],
  ])('finds that %s and %s are of one family', (judge, candidate, name) => {
    expect(relate(['a.example', judge], ['b.test', candidate])).toEqual({ kind: 'family', name })
  })

  it('names the vendor of both servers', () => {
    expect(relate(['api.example.com.cn', 'x'], ['dify.example.com.cn:8443', 'y'])).toEqual({
      kind: 'vendor',
      name: 'example.com.cn',
    })
  })

  it('finds nothing in common of others', () => {
    expect(relate(['api.a.com.cn', 'qwen-max'], ['api.b.com.cn', 'deepseek-chat'])).toBeUndefined()
    expect(relate(['10.0.0.1', 'x'], ['10.0.0.2', 'y'])).toBeUndefined()
    expect(findModelRelation({ hosts: [], models: ['unknown-1'] }, { hosts: [], models: ['other'] })).toBeUndefined()
  })
})

describe('getVendorDomain', () => {
  it.each([
    ['api.deepseek.com', 'deepseek.com'],
    ['ark.cn-beijing.volces.com', 'volces.com'],
    ['dify.corp.example.com.cn', 'example.com.cn'],
    ['127.0.0.1:8080', '127.0.0.1'],
    ['localhost', 'localhost'],
  ])('returns for %s the domain %s', (host, domain) => {
    expect(getVendorDomain(host)).toBe(domain)
  })
})
