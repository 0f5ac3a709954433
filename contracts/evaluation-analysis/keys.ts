/** Keys by which the parts of a request refer to each other. */
import type { z } from 'zod'
import { TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

/** Keys become property names of the reply's objects, so names that affect prototypes are refused. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

export const KeySchema = requiredText(MESSAGES.key, TEXT.word).refine(
  (key) => !UNSAFE_KEYS.has(key),
  MESSAGES.unsafeKey,
)

type Path = readonly (string | number)[]
/** A key and its path in the request. */
type KeyWithPath = { key: string; path: Path }

/** Reports each repeated key at its path. */
export function reportDuplicates(keys: readonly KeyWithPath[], context: z.RefinementCtx): void {
  const known = new Set<string>()
  for (const { key, path } of keys) {
    if (known.has(key)) reportIssue(context, path, MESSAGES.duplicateKey(key))
    known.add(key)
  }
}

/** Reports each unknown key at its path. */
export function reportUnknown(
  keys: readonly KeyWithPath[],
  known: ReadonlySet<string>,
  context: z.RefinementCtx,
): void {
  for (const { key, path } of keys) if (!known.has(key)) reportIssue(context, path, MESSAGES.unknownKey(key))
}

/** Reports a message at a path in the request. */
export function reportIssue(context: z.RefinementCtx, path: Path, message: string): void {
  context.addIssue({ code: 'custom', path: [...path], message })
}
