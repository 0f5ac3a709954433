/** The request that the code is running for, for those far below it that write a log. */
import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string>()

/** Runs what answers a request, and all that it waits for. */
export const runForRequest = (id: string, task: () => void): void => requests.run(id, task)

/** Returns the id of the request; `undefined` in background work. */
export const currentRequestId = (): string | undefined => requests.getStore()
