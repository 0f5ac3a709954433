import type { Certificate, FactValue } from '../../facts/fact-value.ts'
import { isDay } from '../calendar-day.ts'
import { isObject } from '../is-object.ts'

/** Returns a submitted value that readers can be shown as a fact's; `undefined` if it has the form of none. */
export function readFactValue(raw: unknown): FactValue | undefined {
  if (typeof raw === 'string' || typeof raw === 'number') return raw
  if (Array.isArray(raw)) return raw.every((choice) => typeof choice === 'string') ? raw : undefined
  return readCertificate(raw)
}

function readCertificate(raw: unknown): Certificate | undefined {
  if (!isObject(raw)) return undefined
  const { name, level = '', number = '', issuer = '', validUntil = null } = raw
  if (typeof name !== 'string' || name.trim() === '') return undefined
  if (typeof level !== 'string' || typeof number !== 'string' || typeof issuer !== 'string') return undefined
  if (validUntil !== null && !(typeof validUntil === 'string' && isDay(validUntil))) return undefined
  return { name: name.trim(), level: level.trim(), number: number.trim(), issuer: issuer.trim(), validUntil }
}
