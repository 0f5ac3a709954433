import type { Caller } from './factories/users.ts'
import type { TestApp } from './test-app.ts'

type ApiCallerOptions = {
  /** The start of every URL. */
  basePath: string
  /** Who calls if a call names nobody. */
  getCaller: () => Caller
}

/** Returns a function that calls the API as a user, or anonymously if the caller is `null`. */
export const createApiCaller =
  (app: () => TestApp, { basePath, getCaller }: ApiCallerOptions) =>
  (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    caller: Caller | null = getCaller(),
  ) =>
    app().server.inject({
      method,
      url: `${basePath}${path}`,
      headers: caller?.headers ?? {},
      ...(payload ? { payload } : {}),
    })
