import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Returns the keys of the attributes for which the form asks. */
export const listAskedKeys = async (
  { attributes }: Pick<FactService, 'attributes'>,
  db?: Queryable,
): Promise<ReadonlySet<string>> => new Set((await attributes.list('agent', db)).map(({ key }) => key))
