/**
 * Returns whether a query has a row. For a change with `returning`: whether it has changed a row, which its conditions
 * may prevent.
 */
export const hasRow = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined
