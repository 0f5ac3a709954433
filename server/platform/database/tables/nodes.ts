/** What nodes tell each other. */

/** Work that one node does for all; whoever moves `until` on has it until then. */
export type ClaimsTable = { name: string; until: string }

/** How often what stands under a name has changed; see `change-feed.ts`. */
export type ChangesTable = { name: string; revision: number }
