import { expect, it } from 'vitest'
import { joinUrl } from './join-url.ts'

it.each<[string, string, string]>([
  ['https://api.openai.com/v1', '/chat/completions', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.openai.com/v1/', '/chat/completions', 'https://api.openai.com/v1/chat/completions'],
  ['https://a.example/v1/chat/completions', '/chat/completions', 'https://a.example/v1/chat/completions'],
  ['https://api.dify.ai', '/v1/chat-messages', 'https://api.dify.ai/v1/chat-messages'],
  ['https://api.dify.ai/v1', '/v1/chat-messages', 'https://api.dify.ai/v1/chat-messages'],
  ['https://a.example/api/v1', '/api/v1/agents/1', 'https://a.example/api/v1/agents/1'],
  ['https://a.example/gateway', '/api/v1/agents/1', 'https://a.example/gateway/api/v1/agents/1'],
  ['https://a.example/v1', '/v3/chat?conversation_id=1', 'https://a.example/v1/v3/chat?conversation_id=1'],
  ['https://a.example', '', 'https://a.example/'],
])('joins %s and %s', (base, path, expected) => {
  expect(joinUrl(base, path)).toBe(expected)
})
