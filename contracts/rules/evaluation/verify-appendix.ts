/** Verifies the appendix of a report; the same code runs in browsers and in Node. */
import type { Appendix } from '../../evaluation-projects/report-runs.ts'
import { isObject } from '../is-object.ts'
import { toHex } from './to-hex.ts'

/** Returns whether a file is, byte by byte, the appendix that a verified report names. */
export async function isAppendixOf({ sha256, bytes }: Appendix, file: ArrayBuffer): Promise<boolean> {
  return file.byteLength === bytes && toHex(await crypto.subtle.digest('SHA-256', file)) === sha256
}

/** Returns the appendix that the data of a report name; a file may contain anything. */
export function findAppendix(data: unknown): Appendix | undefined {
  const runs = isObject(data) ? data.runs : undefined
  const appendix = isObject(runs) ? runs.appendix : undefined
  if (!isObject(appendix)) return undefined
  const { sha256, bytes, trials } = appendix
  return typeof sha256 === 'string' && typeof bytes === 'number' && typeof trials === 'number'
    ? { sha256, bytes, trials }
    : undefined
}
