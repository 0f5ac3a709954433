import { isSame } from './three-way.ts'

/** Returns the fields of `now` that differ from `before`. */
export function pickChangedFields<Value extends object>(before: Value, now: Value): Partial<Value>
export function pickChangedFields(before: object, now: object): object {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !isSame(Reflect.get(before, key), value)))
}
