/** The places where a file is used, each with the ordinary save of what uses it. */
import { AppDownloadUpdateSchema } from '#contracts/branding/branding.ts'
import { EventSchema } from '#contracts/documents/community.ts'
import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import type { MediaUsePlace } from '#contracts/media-library/media-file.ts'
import type { Caller } from '#contracts/permissions.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { SETTINGS_PART_NAMES } from '#contracts/settings/settings.ts'
import { DOCUMENT_KINDS, isDraftKind } from '#contracts/vocabulary.ts'
import type { BrandingService } from '#server/modules/branding/service.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { ContentDraftService } from '#server/modules/content-drafts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { QrCodeService } from '#server/modules/qr-codes/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database/database.ts'

export type PlaceDependencies = {
  database: Database
  content: ContentService
  contentDrafts: ContentDraftService
  qrCodes: QrCodeService
  branding: BrandingService
  settings: SettingsService
  mail: MailService
}

/** Who replaces a file, and whether they have signed in by two factors. */
export type Replacer = Actor & Caller & { hasSecondFactor: boolean }

export type FileReplacement = {
  url: string
  newUrl: string
  /** Replaces the URL wherever an object contains it. */
  change: (value: JsonObject) => JsonObject
  user: Replacer
}

/** Replaces a file in what has an id; a document or product together with its draft. Returns the places that changed. */
type Replace = (id: string, replacement: FileReplacement) => Promise<MediaUsePlace[]>

/** Creates the functions that replace a file, by place. Each is a transaction, and throws as the save that it stands for. */
export function createPlaces({
  database,
  content,
  contentDrafts,
  qrCodes,
  branding,
  settings,
  mail,
}: PlaceDependencies) {
  async function replaceInDocument(id: string, { change, user }: FileReplacement): Promise<MediaUsePlace[]> {
    const kind = DOCUMENT_KINDS.find((other) => other === id)
    if (!kind) return []
    if (isDraftKind(kind)) {
      const { published, draft } = await contentDrafts.amend(contentDrafts.ofDocument(kind), change, user)
      return [...(published ? ['document' as const] : []), ...(draft ? ['draft' as const] : [])]
    }
    const isChanged = await database.write((transaction) =>
      content.editPage(transaction, { kind, actor: user }, change),
    )
    return isChanged ? ['document'] : []
  }

  async function replaceInProduct(id: string, { change, user }: FileReplacement): Promise<MediaUsePlace[]> {
    const { published, draft } = await contentDrafts.amend(contentDrafts.ofProductId(id), change, user)
    return [...(published ? ['product' as const] : []), ...(draft ? ['draft' as const] : [])]
  }

  /** Events are records of the community's document, whose save tells those who have registered. */
  const replaceInEvent = (id: string, { change, user }: FileReplacement): Promise<MediaUsePlace[]> =>
    database.write(async (transaction) => {
      let isChanged = false
      await content.edit(transaction, { kind: 'community', actor: user }, (document) => ({
        ...document,
        upcomingEvents: document.upcomingEvents.map((event) => {
          if (event.id !== id) return event
          isChanged = true
          return EventSchema.parse(change(event))
        }),
      }))
      return isChanged ? ['event'] : []
    })

  async function replaceInSetting(id: string, replacement: FileReplacement): Promise<boolean> {
    const { change, user } = replacement
    if (id === 'logo') return branding.replaceLogo(replacement, user)
    if (id === 'app-download') {
      const { value, revision } = await settings.getAppDownloadWithRevision()
      const context = { actor: user, ifMatch: String(revision) }
      const saved = await branding.updateAppDownload(AppDownloadUpdateSchema.parse(change(value)), context)
      return saved.revision !== revision
    }
    const part = SETTINGS_PART_NAMES.find((name) => name === id)
    if (!part) return false
    const all = await settings.getAll(user)
    const revision = all.revisions[part] ?? 0
    const context = { actor: user, ifMatch: String(revision), hasTwoFactor: user.hasSecondFactor }
    return (await settings.update(part, change(all[part]), context)).revision !== revision
  }

  return {
    document: replaceInDocument,
    product: replaceInProduct,
    event: replaceInEvent,
    async 'qr-code'(id, replacement) {
      return (await qrCodes.replacePicture(id, replacement, replacement.user)) ? ['qr-code'] : []
    },
    async settings(id, replacement) {
      return (await replaceInSetting(id, replacement)) ? ['settings'] : []
    },
    async mail(_id, { change, user }) {
      const isChanged = await mail.configuration.edit((before) => completeEmailConfig(change(before)), user)
      return isChanged ? ['mail'] : []
    },
  } satisfies Partial<Record<MediaUsePlace, Replace>>
}
