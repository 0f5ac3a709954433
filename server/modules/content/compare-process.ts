/** Compares two versions of a document in a child process; see `compare.ts`. */
import { replyToParent } from '#server/platform/limited-process.ts'
import { summarizeChanges } from './compare.ts'

replyToParent(([before, after]: [before: string, after: string]) =>
  summarizeChanges({ before: JSON.parse(before), after: JSON.parse(after) }),
)
