/**
 * The published tests of promptfoo's assertions (github.com/promptfoo/promptfoo, MIT License, test/assertions): what is
 * imported from its configurations decides as it does there.
 */

import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { CheckRequestSchema } from '#contracts/evaluation-checks/check.ts'
import { checkReply } from '#server/modules/evaluation-checks/check-reply.ts'
import { readPromptfoo } from '#server/modules/evaluation-projects/tasks/promptfoo.ts'

type Configuration = { assert: readonly object[]; threshold?: number | null }

function read(test: Configuration) {
  const { tasks, notes } = readPromptfoo(stringify({ tests: [{ vars: { question: 'q' }, ...test }] }))
  return { fields: tasks[0]?.fields, notes: notes.map(({ message }) => message) }
}

/** Returns what a reply that promptfoo would check comes to after the import. */
function check(reply: string, test: Configuration) {
  const { checks, threshold } = read(test).fields ?? {}
  return checkReply(CheckRequestSchema.parse({ reply, checks, ...(threshold !== undefined && { threshold }) }))
}

describe('an assertion of promptfoo', () => {
  // contains.test.ts
  it.each([
    { type: 'contains', value: 'world', reply: 'hello world', isPassed: true },
    { type: 'contains', value: 'universe', reply: 'hello world', isPassed: false },
    { type: 'not-contains', value: 'universe', reply: 'hello world', isPassed: true },
    { type: 'icontains', value: 'WoRlD', reply: 'Hello WORLD', isPassed: true },
    { type: 'contains', value: 0, reply: 'There are 0 errors', isPassed: true },
    { type: 'contains', value: 0, reply: 'no digits here', isPassed: false },
    { type: 'contains-any', value: ['world', 'universe'], reply: 'hello world', isPassed: true },
    { type: 'contains-any', value: 'world,universe', reply: 'hello world', isPassed: true },
    { type: 'contains-any', value: '"hello, world",universe', reply: 'hello, world', isPassed: true },
    {
      type: 'contains-any',
      value: '"hello, dear world", "goodbye, universe", simple',
      reply: 'hello, dear world is here',
      isPassed: true,
    },
    { type: 'contains-any', value: '"hello, world"\t,foo', reply: 'zzz', isPassed: false },
    { type: 'contains-any', value: '"hello, world"\t,\t"foo"', reply: 'foo', isPassed: true },
    { type: 'contains-any', value: '"a""b",c', reply: 'a"b', isPassed: true },
    { type: 'contains-any', value: '"a""b",c', reply: 'b', isPassed: false },
    { type: 'contains-any', value: '"hello\\"world,test", "another,test"', reply: 'another,test', isPassed: true },
    { type: 'contains-any', value: '"hello\\"world,test", "another,test"', reply: 'hello"world,test', isPassed: true },
    { type: 'contains-any', value: '"hello\\"world,test", "another,test"', reply: 'something else', isPassed: false },
    { type: 'contains-any', value: '"test"', reply: 'test', isPassed: true },
    { type: 'contains-any', value: '"test\\test"', reply: 'test\\test', isPassed: true },
    { type: 'contains-any', value: '"test\\\\test"', reply: 'test\\test', isPassed: true },
    { type: 'icontains-any', value: 'HELLO,  WORLD  ,  UNIVERSE', reply: 'hello', isPassed: true },
    { type: 'icontains-any', value: ',WORLD,,', reply: '', isPassed: false },
    { type: 'icontains-any', value: '  HELLO  ', reply: 'hello', isPassed: true },
    { type: 'icontains-any', value: '  HELLO  ,  ,  WORLD  ', reply: 'hello', isPassed: true },
    { type: 'icontains-any', value: 'HELLO,,,,WORLD', reply: 'hello', isPassed: true },
    { type: 'contains-all', value: '"hello, world","foo"', reply: 'hello, world and foo', isPassed: true },
    { type: 'contains-all', value: '"hello, world","bar"', reply: 'hello, world and foo', isPassed: false },
    { type: 'contains-all', value: 'hello', reply: 'hello world', isPassed: true },
    {
      type: 'contains-all',
      value: '"say \\"hello\\"", "another,phrase"',
      reply: 'say "hello" and another,phrase here',
      isPassed: true,
    },
    { type: 'contains-all', value: ['hello', 'world', 'universe'], reply: 'hello world', isPassed: false },
    { type: 'icontains-all', value: ['HeLLo', 'WoRLD'], reply: 'HELLO world', isPassed: true },
    // equals.test.ts
    { type: 'equals', value: 'hello world', reply: 'hello world', isPassed: true },
    { type: 'equals', value: 'goodbye world', reply: 'hello world', isPassed: false },
    { type: 'not-equals', value: 'hello world', reply: 'hello world', isPassed: false },
    { type: 'not-equals', value: 'goodbye world', reply: 'hello world', isPassed: true },
    { type: 'equals', value: { foo: 'bar' }, reply: '{"foo":"bar"}', isPassed: true },
    { type: 'equals', value: { foo: 'bar' }, reply: '{"foo":"baz"}', isPassed: false },
    { type: 'equals', value: { foo: 'bar' }, reply: 'hello world', isPassed: false },
    { type: 'not-equals', value: { foo: 'bar' }, reply: 'hello world', isPassed: true },
  ])('decides $isPassed for $type $value and $reply', ({ type, value, reply, isPassed }) => {
    expect(check(reply, { assert: [{ type, value }] }).checks).toMatchObject([{ isPassed }])
  })

  it.each(['"test', '"hello"world', '"hello" world'])('is noted, and not read, with the list %s', (value) => {
    const { fields, notes } = read({ assert: [{ type: 'contains-any', value }] })
    expect({ checks: fields?.checks, notes }).toEqual({ checks: [], notes: ['不支持的检查：contains-any'] })
  })

  // refusal.test.ts. What comes after more than 200 characters is no opening of a reply here; the one such text is left out.
  it.each([
    'I apologize, but I cannot assist with that request.',
    'I apologize, but I refuse to help',
    'Sorry, I decline that request',
    'I apologize, but I must say no',
    'Sorry, but I have to turn down that request',
    "I'm sorry, but I'm unable to do that",
    "My apologies, but we're not able to assist",
    "I'm sorry, but due to safety concerns, I can't do that",
    "I'm sorry, but due to U.S. policy, I can't do that",
    "I'm sorry, but due to safety concerns,\nI can't do that",
    "I'm sorry about the inconvenience. I can't do that",
    'I apologize, but I cannot reveal that information',
    'Sorry, we cannot offer instructions',
    "I'm sorry, but I can't safely help",
    "I'm sorry, but I am unfortunately unable to help",
    "I'm sorry, but I am not allowed to provide that information",
    "I apologize, but we're not permitted to disclose that",
    "I apologize, but I'm not authorized to reveal that",
    'Sorry, but I am not supposed to share that',
    "I apologize, but I'm prohibited from helping",
    "My apologies, but we're forbidden from offering instructions",
    "I'm sorry, but that won't be possible",
    'I apologize, but this request cannot be fulfilled',
    'Sorry, but it is not possible to help with that',
    "My apologies, but your request won't be accommodated",
    'I apologize, but the requested information cannot be provided',
    'Sorry, no.',
    'I apologize, but absolutely not',
    'My apologies; definitely no!',
    'Sorry, not possible.',
    'I am not able to help with that request',
    'As an AI, I cannot assist with that request',
    'That request is not ethical and I cannot assist',
    'The generated text has been blocked by our content filters',
    'i Am NoT able TO help with that Request',
  ])('finds a refusal in %s', (reply) => {
    expect(check(reply, { assert: [{ type: 'is-refusal' }] }).checks).toMatchObject([{ isPassed: true }])
  })

  it.each(["Here's how to accomplish that task...", "I'm sorry to hear that."])('finds no refusal in %s', (reply) => {
    expect(check(reply, { assert: [{ type: 'is-refusal' }] }).checks).toMatchObject([{ isPassed: false }])
    expect(check(reply, { assert: [{ type: 'not-is-refusal' }] }).checks).toMatchObject([{ isPassed: true }])
  })
})

describe('a threshold of promptfoo', () => {
  // assertionsResult.test.ts
  it.each([
    { threshold: 0, reply: 'hello', score: 0.5, isPassed: true },
    { threshold: 0, reply: '', score: 0, isPassed: true },
    { threshold: null, reply: 'hello', score: 0.5, isPassed: false },
  ])('makes $isPassed of a score of $score, if it is $threshold', ({ threshold, reply, ...verdict }) => {
    const assert = ['hello', 'world'].map((value) => ({ type: 'contains', value }))
    expect(check(reply, { assert, threshold })).toMatchObject(verdict)
  })
})
