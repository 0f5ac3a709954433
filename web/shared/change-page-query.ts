import { type PageParameters, type PageQuery, setParameter } from '#contracts/page-url.ts'

export type PageQueryChange = {
  replace?: boolean
  /** Set if all other parameters are to be removed from the URL. */
  isAlone?: boolean
}

/** Returns a query with changed values of declared parameters; others stay, unless `isAlone`. */
export function changePageQuery<Parameters extends PageParameters>(
  search: URLSearchParams,
  parameters: Parameters,
  query: Partial<PageQuery<Parameters>>,
  isAlone = false,
): URLSearchParams {
  const next = new URLSearchParams(isAlone ? [] : search)
  for (const [name, value] of Object.entries(query)) {
    const parameter = parameters[name]
    if (parameter) setParameter(next, name, parameter, parameter.format(value))
  }
  return next
}
