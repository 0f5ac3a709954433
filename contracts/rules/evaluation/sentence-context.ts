import type { Analysis } from '../../evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'

/** Returns the name of the item with a key. */
export type Lookup = (key: string) => string

/** What the sentences of a report describe. */
export type SentenceContext = { setup: ProjectSetup; analysis: Analysis; getName: Lookup; getTitle: Lookup }

/** The maximum number of reasons, changes and disputes that are listed. */
export const MAX_ITEMS = 3

/** Creates the lookup of candidates' names. */
export const createNameLookup = (candidates: ProjectSetup['candidates']): Lookup => {
  const names = new Map(candidates.map(({ key, name }) => [key, name]))
  return (key) => names.get(key) ?? key
}
/** Creates the lookup of criteria's titles, in quotation marks. */
export const createTitleLookup = ({ groups }: ProjectSetup): Lookup => {
  const titles = new Map(groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title])))
  return (key) => `“${titles.get(key) ?? key}”`
}
