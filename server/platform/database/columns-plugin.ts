import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs, UnknownRow } from 'kysely'

const isBooleanColumn = (column: string) => /^is[A-Z]/.test(column)
const isJsonColumn = (column: string) => column.endsWith('Json')

function convertRow(row: UnknownRow): UnknownRow {
  for (const column of Object.keys(row)) {
    const value = row[column]
    if (isBooleanColumn(column) && value !== null) row[column] = value === true || value === 1
    else if (isJsonColumn(column) && typeof value === 'string') row[column] = JSON.parse(value)
  }
  return row
}

/** Converts between database and code: `is…` columns become booleans, `…Json` columns are parsed. */
export const columnsPlugin: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs) => node,
  transformResult: async ({ result }: PluginTransformResultArgs) => ({ ...result, rows: result.rows.map(convertRow) }),
}
