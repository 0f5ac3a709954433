import { type PageParameters, type PageQuery, setParameter } from '#contracts/page-url.ts'

export type PageQueryChange = {
  replace?: boolean
  /** Set if all other parameters are to be removed from the URL. */
  removeOthers?: boolean
}

/** Returns a query with changed values of declared parameters; others stay, unless `removeOthers`. */
export function changePageQuery<Parameters extends PageParameters>(
  search: URLSearchParams,
  parameters: Parameters,
  query: Partial<PageQuery<Parameters>>,
  removeOthers = false,
): URLSearchParams {
  const next = new URLSearchParams(removeOthers ? [] : search)
  for (const [name, value] of Object.entries(query)) {
    const parameter = parameters[name]
    if (parameter) setParameter(next, name, parameter, parameter.format(value))
  }
  return next
}
