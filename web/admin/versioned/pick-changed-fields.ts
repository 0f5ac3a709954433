import { isSame } from '../../shared/versioned/three-way.ts'

/** Returns the fields of `after` that differ from `before`. */
export function pickChangedFields<Value extends object>(before: Value, after: Value): Partial<Value>
export function pickChangedFields(before: object, after: object): object {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => !isSame(Reflect.get(before, key), value)))
}
