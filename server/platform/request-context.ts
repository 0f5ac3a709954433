/** The request that the current code runs for, so that any function can log its id. */
import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string>()

/** Runs the handling of a request, including its asynchronous continuations, with the request's id. */
export const runForRequest = (id: string, task: () => void): void => requests.run(id, task)

/** Returns the id of the request; `undefined` in background work. */
export const currentRequestId = (): string | undefined => requests.getStore()

const keyNames = new AsyncLocalStorage<string>()

/** Runs the handling of a request that a program makes with a key. */
export const runForKey = <Result>(name: string, task: () => Promise<Result>): Promise<Result> =>
  keyNames.run(name, task)

/** Returns the name of the key by which the current request was made; `undefined` if a person made it. */
export const currentKeyName = (): string | undefined => keyNames.getStore()
