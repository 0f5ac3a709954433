import { call } from '../shared/call.ts'
import { createQueryOf } from '../shared/call-query.ts'

/** Returns the query of a call that only the browser makes. Public pages use `queries.ts`, which the server runs, too. */
export const queryOf = createQueryOf(call)
