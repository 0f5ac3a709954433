/**
 * Returns numbers by what each has, the least first; those of one value stay in their order. There are far fewer values
 * than numbers, as a rule: the values are sorted, and each number is put where its value begins.
 */
export function orderByValue(numbers: Int32Array, getValue: (number: number) => number): Int32Array {
  const kinds = new Map<number, number>()
  const getKind = numbers.map((number) => {
    const value = getValue(number)
    const kind = kinds.get(value) ?? kinds.size
    if (kind === kinds.size) kinds.set(value, kind)
    return kind
  })
  const counts = new Int32Array(kinds.size)
  for (const kind of getKind) counts[kind] = (counts[kind] ?? 0) + 1
  const places = new Int32Array(kinds.size)
  let begin = 0
  for (const value of Float64Array.from(kinds.keys()).sort()) {
    const kind = kinds.get(value) ?? 0
    places[kind] = begin
    begin += counts[kind] ?? 0
  }
  const ordered = new Int32Array(numbers.length)
  for (let index = 0; index < numbers.length; index += 1) {
    const kind = getKind[index] ?? 0
    const place = places[kind] ?? 0
    ordered[place] = numbers[index] ?? 0
    places[kind] = place + 1
  }
  return ordered
}
