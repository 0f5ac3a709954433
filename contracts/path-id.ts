/** The ids in the paths of calls. */
import { z } from 'zod'
import { TEXT } from './limits.ts'

/** An id in a path. No id is longer than `TEXT.word`, so a longer one is rejected before any query. */
export const pathId = (description: string) => z.string().max(TEXT.word).describe(description)

/** The parameters of a path with one id, such as `/api/users/:id`. */
export const idParams = (description: string) => z.object({ id: pathId(description) })
