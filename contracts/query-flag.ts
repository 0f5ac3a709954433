import { z } from 'zod'

/** A query parameter that is `true` or `false`, off by default, parsed to a boolean. */
export const queryFlag = (description: string) =>
  z
    .preprocess(String, z.enum(['true', 'false']))
    .prefault('false')
    .transform((value) => value === 'true')
    .describe(description)
