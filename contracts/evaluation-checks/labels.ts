import type { CheckKind } from './check.ts'

/** The names of the kinds of checks, in the order in which they are offered. Without Zod, for pages. */
export const CHECK_LABELS: Readonly<Record<CheckKind, string>> = {
  contains: '包含文字',
  containsAll: '包含全部文字',
  containsAny: '包含任一文字',
  noneOf: '不出现文字',
  equals: '与文字相同',
  startsWith: '以文字开头',
  number: '含有数值',
  similarity: '与文字相近',
  regex: '符合正则表达式',
  jsonSchema: '符合JSON Schema',
  refuses: '拒绝回答',
  mentionsSource: '注明来源',
  calledTool: '调用工具',
  length: '字数',
  firstToken: '首字时间',
  latency: '总时间',
  cost: '费用',
  rubric: '裁判模型判定',
  human: '由人判定',
}

const LABELS = new Map<string, string>(Object.entries(CHECK_LABELS))

/** Returns the name of a kind, also of one that a later version has stored. */
export const getCheckLabel = (kind: string): string => LABELS.get(kind) ?? kind
