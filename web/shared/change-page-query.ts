import type { PageParameters, PageQuery } from '#contracts/page-address.ts'

export type PageQueryChange = {
  replace?: boolean
  /** Set if nothing else may stay in the address. */
  isAlone?: boolean
}

/** Returns a query with changed values of declared parameters; others stay, unless these are to be alone. */
export function changePageQuery<Parameters extends PageParameters>(
  search: URLSearchParams,
  parameters: Parameters,
  query: Partial<PageQuery<Parameters>>,
  isAlone = false,
): URLSearchParams {
  const next = new URLSearchParams(isAlone ? [] : search)
  for (const [name, value] of Object.entries(query)) {
    const text = parameters[name]?.write(value) ?? ''
    if (text === '') next.delete(name)
    else next.set(name, text)
  }
  return next
}
