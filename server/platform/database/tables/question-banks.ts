import type { Json } from './json.ts'

/** Banks of tasks: of a member, or of the platform, which nobody owns. A member's own needs no publishing. */
export type QuestionBanksTable = {
  id: string
  ownerId: string | null
  newestVersion: number
  /** The version that everyone is offered; `null` for a member's, an unpublished or a withdrawn bank. */
  publishedVersion: number | null
  createdAt: string
}

/** Versions of banks, which never change. `hash` is the SHA-256 of the canonical JSON of the tasks. */
export type QuestionBankVersionsTable = {
  bankId: string
  version: number
  title: string
  description: string
  licence: string
  source: string
  tagsJson: Json
  tasksJson: Json
  taskCount: number
  hash: string
  /** A Markdown file that agents load before they are asked. */
  materialName: string | null
  materialText: string | null
  createdAt: string
  /** When a version of the platform was first published. */
  publishedAt: string | null
}

export type QuestionBankTables = {
  questionBanks: QuestionBanksTable
  questionBankVersions: QuestionBankVersionsTable
}
