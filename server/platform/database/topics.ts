/**
 * The topics of the change feed. They are a closed set: each has a row in `changes`, and every node polls all rows every
 * second. What depends on single records, such as the page of one shortlist, depends on the topic of all of them.
 */
import type { SettingsPart } from '#contracts/settings/settings.ts'
import type { Catalogue, DocumentKind, DraftKind } from '#contracts/vocabulary.ts'

export type Topic =
  | `${'catalogue' | 'facts' | 'ratings' | 'member-reviews'}:${Catalogue}`
  | `content:${DocumentKind}`
  | `content-draft:${DraftKind | 'product'}`
  | `settings:${SettingsPart | 'logo' | 'app-download' | 'staff-sign-in'}`
  | 'evaluation-methods'
  | 'evaluation-project-reports'
  | 'evaluation-runs'
  | 'event-registrations'
  | 'facts:attributes'
  | 'mail'
  | 'outbox'
  | 'outgoing-events'
  | 'published-evaluations'
  | 'purged-products'
  | 'qr-codes'
  | 'question-banks'
  | 'settings'
  | 'shortlists'
  | 'submissions'
  | 'vendor-statements'
