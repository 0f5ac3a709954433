import { expect } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import type { ImportPlan } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { createMultipart, type FilePart } from '../multipart.ts'
import type { TestApp } from '../test-app.ts'
import type { Caller } from './users.ts'

type Fields = Record<string, string>
type UploadOptions = { headers?: Record<string, string>; name?: FilePart['name'] }

/** Returns a client that imports files into a catalogue as one caller. */
export function createImportClient(app: () => TestApp, caller: () => Caller, catalogue: Catalogue) {
  function upload(path: string, bytes: Buffer | string, fields: Fields, { name = '目录.csv', headers }: UploadOptions) {
    const form = createMultipart([{ field: 'file', name, bytes }], fields)
    return app().server.inject({
      method: 'POST',
      url: path,
      headers: { ...form.headers, ...caller().headers, ...headers },
      payload: form.payload,
    })
  }
  const callPlan = (bytes: Buffer | string, fields: Fields = {}, options: UploadOptions = {}) =>
    upload(fillPath(catalogueCalls.planImport.path, { catalogue }), bytes, fields, options)
  const callImport = (bytes: Buffer | string, fields: Fields = {}, options: UploadOptions = {}) =>
    upload(fillPath(catalogueCalls.import.path, { catalogue }), bytes, fields, options)
  const callUndo = (id: string) =>
    app().server.inject({
      method: 'POST',
      url: fillPath(catalogueCalls.undoImport.path, { catalogue, importId: id }),
      headers: caller().headers,
    })

  async function readData(reply: ReturnType<typeof callPlan>) {
    const { statusCode, json } = await reply
    const body = json()
    expect([statusCode, body.message]).toEqual([200, undefined])
    return body.data
  }
  const dryRun = (bytes: Buffer | string, fields: Fields = {}): Promise<ImportPlan> => readData(callPlan(bytes, fields))

  return {
    callPlan,
    callImport,
    callUndo,
    dryRun,
    /** Makes a dry run and saves its plan. */
    async importFile(bytes: Buffer | string, fields: Fields = {}, name: FilePart['name'] = '目录.csv') {
      const { fingerprint } = await dryRun(bytes, fields)
      const saved: ProductImport = await readData(callImport(bytes, { ...fields, fingerprint }, { name }))
      return saved
    },
    callRejectedRows: (bytes: Buffer | string, format: string, fields: Fields = {}) =>
      upload(`${fillPath(catalogueCalls.exportRejectedRows.path, { catalogue })}?format=${format}`, bytes, fields, {}),
    undo: (id: string): Promise<ProductImport> => readData(callUndo(id)),
    async listImports(): Promise<ProductImport[]> {
      const url = fillPath(catalogueCalls.listImports.path, { catalogue })
      return (await app().server.inject({ url, headers: caller().headers })).json().data
    },
  }
}
