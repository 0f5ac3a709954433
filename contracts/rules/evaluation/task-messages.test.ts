import { expect, it } from 'vitest'
import { findUnknownVariable } from './task-messages.ts'

it.each([
  ['a known variable', '{{岗位}}有几天年假？', { 岗位: '工程师' }, undefined],
  ['spaces inside the braces', '{{ 岗位 }}有几天年假？', { 岗位: '工程师' }, undefined],
  ['an unknown variable after a known one', '{{岗位}}在{{城市}}', { 岗位: '工程师' }, '城市'],
  ['a name that every object inherits', '{{constructor}}', { 岗位: '工程师' }, 'constructor'],
  ['braces of a task without variables', '模板{{name}}怎么写？', {}, undefined],
])('finds the variable that a task lacks: %s', (_case, message, variables: Record<string, string>, expected) => {
  expect(findUnknownVariable(message, variables)).toBe(expected)
})
