/**
 * Returns numbers by what each has, the least first; those of one value stay in their order. There are far fewer values
 * than numbers, as a rule: the values are sorted, and each number is put where its value begins.
 */
export function orderByValue(numbers: Int32Array, getValue: (number: number) => number): Int32Array {
  const values = Float64Array.from(numbers, getValue)
  const places = new Map<number, number>()
  for (const value of values) places.set(value, (places.get(value) ?? 0) + 1)
  let begin = 0
  for (const value of Float64Array.from(places.keys()).sort()) {
    const count = places.get(value) ?? 0
    places.set(value, begin)
    begin += count
  }
  const ordered = new Int32Array(numbers.length)
  for (const [index, number] of numbers.entries()) {
    const value = values[index] ?? 0
    const place = places.get(value) ?? 0
    ordered[place] = number
    places.set(value, place + 1)
  }
  return ordered
}
