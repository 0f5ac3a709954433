/**
 * Sorts numbers by their values, ascending and stable. Uses a counting sort, since there are usually far fewer distinct
 * values than numbers.
 */
export function orderByValue(numbers: Int32Array, getValue: (number: number) => number): Int32Array {
  const bucketsByValue = new Map<number, number>()
  const buckets = numbers.map((number) => {
    const value = getValue(number)
    const bucket = bucketsByValue.get(value) ?? bucketsByValue.size
    if (bucket === bucketsByValue.size) bucketsByValue.set(value, bucket)
    return bucket
  })
  const sizes = new Int32Array(bucketsByValue.size)
  for (const bucket of buckets) sizes[bucket] = (sizes[bucket] ?? 0) + 1
  const nextPositions = new Int32Array(bucketsByValue.size)
  let start = 0
  for (const value of Float64Array.from(bucketsByValue.keys()).sort()) {
    const bucket = bucketsByValue.get(value) ?? 0
    nextPositions[bucket] = start
    start += sizes[bucket] ?? 0
  }
  const ordered = new Int32Array(numbers.length)
  for (let index = 0; index < numbers.length; index += 1) {
    const bucket = buckets[index] ?? 0
    const position = nextPositions[bucket] ?? 0
    ordered[position] = numbers[index] ?? 0
    nextPositions[bucket] = position + 1
  }
  return ordered
}
