import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductImport, UndoSkippedProduct } from '#contracts/products/product-import.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { createMultipart, type FilePart } from '../multipart.ts'
import type { TestApp } from '../test-app.ts'
import type { Caller } from './users.ts'

/** Returns a client that imports files into a catalogue as one caller, step by step. */
export function createImportClient(app: () => TestApp, caller: () => Caller, catalogue: Catalogue) {
  const path = fillPath(catalogueCalls.startImport.path, { catalogue })
  const call = (method: 'GET' | 'POST' | 'DELETE', rest: string) =>
    app().server.inject({ method, url: `${path}/${rest}`, headers: caller().headers })
  const begin = (bytes: Buffer | string, fields: Record<string, string> = {}, name: FilePart['name'] = '目录.csv') => {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes }], fields)
    return app().server.inject({ method: 'POST', url: path, headers: { ...headers, ...caller().headers }, payload })
  }
  async function readData(reply: ReturnType<typeof call> | ReturnType<typeof begin>): Promise<ProductImport> {
    const { statusCode, json } = await reply
    const body = json()
    expect([statusCode, body.message]).toEqual([200, undefined])
    return body.data
  }
  const get = (id: string) => readData(call('GET', id))
  /** Polls an import until it satisfies a condition, as the screen does. */
  async function waitUntil(id: string, isDone: (view: ProductImport) => boolean): Promise<ProductImport> {
    for (;;) {
      const view = await get(id)
      if (isDone(view)) return view
      await pause(5)
    }
  }
  return {
    call,
    begin,
    get,
    /** Starts an import and waits for its plan, since on a busy machine the call replies earlier. */
    async start(bytes: Buffer | string, fields?: Record<string, string>) {
      const { id } = await readData(begin(bytes, fields))
      return waitUntil(id, ({ status }) => status !== 'reading')
    },
    startApplying: (id: string) => readData(call('POST', `${id}/apply`)),
    async apply(id: string) {
      await readData(call('POST', `${id}/apply`))
      return waitUntil(id, ({ status }) => status !== 'applying')
    },
    cancel: (id: string) => readData(call('DELETE', id)),
    listOwn: async (): Promise<ProductImport[]> =>
      (await app().server.inject({ url: path, headers: caller().headers })).json().data,
    undo: (id: string) => readData(call('POST', `${id}/undo`)),
    listPast: async (): Promise<{ data: ProductImport[] }> => (await call('GET', 'past')).json(),
    listUndoSkipped: async (id: string): Promise<{ data: UndoSkippedProduct[] }> =>
      (await call('GET', `${id}/undo-skipped`)).json(),
    rows: async (id: string, query = '') => (await call('GET', `${id}/rows${query}`)).json(),
    waitUntil,
  }
}
