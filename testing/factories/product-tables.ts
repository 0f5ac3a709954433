import { expect } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ImportPlan } from '#contracts/products/product-table.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { createMultipart } from '../multipart.ts'
import type { TestApp } from '../test-app.ts'
import type { Caller } from './users.ts'

/** Returns a client that imports into and exports from a catalogue as one caller. */
export function createTableClient(app: () => TestApp, caller: () => Caller, catalogue: Catalogue) {
  const importTable = (bytes: Buffer | string, fields: Record<string, string>, name = '目录.csv') => {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes }], fields)
    const url = fillPath(catalogueCalls.import.path, { catalogue })
    return app().server.inject({ method: 'POST', url, headers: { ...headers, ...caller().headers }, payload })
  }
  return {
    importTable,
    async dryRun(bytes: Buffer | string, fields: Record<string, string> = {}): Promise<ImportPlan> {
      const reply = await importTable(bytes, { mode: 'dry-run', ...fields })
      expect([reply.statusCode, reply.json().message]).toEqual([200, undefined])
      return reply.json().data
    },
    exportTable: (format: TableFormat, query = '') =>
      app().server.inject({
        url: `${fillPath(catalogueCalls.export.path, { catalogue })}?format=${format}${query}`,
        headers: caller().headers,
      }),
  }
}
