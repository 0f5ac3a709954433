import type { Check, CheckKind } from '#contracts/evaluation-checks/check.ts'

const COMMON = { weight: 1, isNegated: false }
const EXACTLY = { ignoreCase: false, ignoreWidth: false, ignoreSpace: false, ignoreVariants: false }

/** Returns a check of a kind that remains to be filled in. */
export function createCheck(kind: CheckKind): Check {
  switch (kind) {
    case 'equals':
    case 'contains':
    case 'startsWith':
      return { kind, value: '', ...EXACTLY, ...COMMON }
    case 'containsAny':
    case 'containsAll':
    case 'noneOf':
      return { kind, values: [], ...EXACTLY, ...COMMON }
    case 'regex':
      return { kind, pattern: '', flags: '', ...COMMON }
    case 'number':
      return { kind, value: 0, tolerance: 0, ...COMMON }
    case 'jsonSchema':
      return { kind, schema: true, ...COMMON }
    case 'similarity':
      return { kind, value: '', method: 'f1', atLeast: 0.6, ...COMMON }
    case 'refuses':
    case 'mentionsSource':
      return { kind, ...COMMON }
    case 'calledTool':
      return { kind, name: '', ...COMMON }
    case 'latency':
      return { kind, atMostMs: 30_000, ...COMMON }
    case 'firstToken':
      return { kind, atMostMs: 5_000, ...COMMON }
    case 'cost':
      return { kind, atMost: 0.1, ...COMMON }
    case 'length':
      return { kind, atMost: 300, ...COMMON }
    case 'rubric':
    case 'human':
      return { kind, text: '', ...COMMON }
  }
}
