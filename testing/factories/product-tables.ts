import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { TestApp } from '../test-app.ts'
import { createImportClient } from './product-imports.ts'
import type { Caller } from './users.ts'

/** Returns a client that imports into and exports from a catalogue as one caller. */
export function createTableClient(app: () => TestApp, caller: () => Caller, catalogue: Catalogue) {
  return {
    ...createImportClient(app, caller, catalogue),
    exportTable: (format: TableFormat, query = '') =>
      app().server.inject({
        url: `${fillPath(catalogueCalls.export.path, { catalogue })}?format=${format}${query}`,
        headers: caller().headers,
      }),
  }
}
