/** Further tables of the site and the back office. */
import type { Generated } from 'kysely'
import type { AuditAction } from '#contracts/audit/audit.ts'
import type { Json } from './json.ts'

/** One row a part: `general`, `security`, `logo`, `app-download`. */
export type SettingsTable = { part: string; valueJson: Json; updatedAt: string }

export type QrCodesTable = {
  id: string
  type: string
  title: string
  description: string
  imagePath: string
  contactName: string
  contactPosition: string
  isActive: boolean
  scanCount: Generated<number>
  displayOrder: number
  createdAt: string
}

/** What is stored in the file store: the key is its path below `/uploads/`. */
export type FilesTable = {
  key: string
  originalName: string
  mimetype: string
  size: number
  createdAt: string
}

/** What was done in the back office, by whom, by the name that they had then. */
export type AuditEntriesTable = {
  id: string
  at: string
  userId: string | null
  userName: string
  action: AuditAction
  target: string
  detail: string
  ip: string | null
}
