/** Tables for communication between nodes. */

/** Work that one node does for all; whoever moves `until` on has it until then. */
export type ClaimsTable = { name: string; until: string }

/** The revision of each name in the change feed; see `change-feed.ts`. */
export type ChangesTable = { name: string; revision: number }
