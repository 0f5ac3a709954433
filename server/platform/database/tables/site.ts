/** Further tables of the site and the back office. */
import type { Generated } from 'kysely'
import type { AuditAction } from '#contracts/audit/actions.ts'
import type { Json } from './json.ts'

export type SiteTables = {
  settings: SettingsTable
  qrCodes: QrCodesTable
  files: FilesTable
  auditEntries: AuditEntriesTable
  secretFingerprints: SecretFingerprintsTable
}

/** One row per part: `general`, `security`, `logo`, `app-download`. */
export type SettingsTable = {
  part: string
  valueJson: Json
  /** The part's secret fields, as JSON. */
  secretsEncrypted: string | null
  updatedAt: string
  /** The account that saved the row last, which may be deleted by now; `null` for the system itself. */
  updatedBy: Generated<string | null>
}

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

/** The files of the file store; a key is the path below `/uploads/`. */
export type FilesTable = {
  key: string
  originalName: string
  mimetype: string
  size: number
  createdAt: string
  /** In pixels; `null` for other files than pictures, and for earlier ones. */
  width: Generated<number | null>
  height: Generated<number | null>
  /** The description of a picture in the media library. */
  altText: Generated<string>
  /** The staff who uploaded it to the back office, whose account may be deleted by now; `null` if unknown. */
  uploadedBy: Generated<string | null>
  /** Whether it was uploaded to the media library, where it stays until it is deleted there. */
  isKept: Generated<boolean>
}

/** The audited actions of the back office, with the actor's name at the time. */
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

/** The fingerprint of the `APP_SECRET` that encrypts this database's secrets: one row with the id `default`. */
type SecretFingerprintsTable = { id: string; fingerprint: string; recordedAt: string }
