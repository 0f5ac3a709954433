import { matchPath } from 'react-router'

/** What an address binds of a pattern's parameters, decoded; `undefined` where it is another page's. */
export function pathParameters(pattern: string, path: string): Record<string, string> | undefined {
  const found = matchPath(pattern, path)
  if (!found) return undefined
  return Object.fromEntries(
    Object.entries(found.params).flatMap(([name, value]) => (value === undefined ? [] : [[name, decoded(value)]])),
  )
}

/** What can't be decoded stays as it is: it then names nothing, which is the page's own error. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
