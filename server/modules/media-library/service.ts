import { DAY_MS } from '#contracts/durations.ts'
import { DELETED_USER_NAME } from '#contracts/identity/user-reference.ts'
import { MEDIA_PER_PAGE, UPLOADS_PREFIX } from '#contracts/limits.ts'
import {
  type AltTextChange,
  MEDIA_KINDS,
  type MediaFile,
  type MediaKind,
  type MediaQuery,
  type MediaUse,
} from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES as MESSAGES } from '#contracts/media-library/messages.ts'
import type { MediaReplacement } from '#contracts/media-library/replacement.ts'
import { toPagination } from '#contracts/pagination.ts'
import type { Caller } from '#contracts/permissions.ts'
import { REPLACING_KINDS } from '#contracts/rules/replaceable-media.ts'
import { toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { type FileService, toFileUrl } from '#server/modules/files/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, findOrUndefined, invalidField, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { ListPage } from '#server/platform/database/list-page.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { describeUses, toReference } from './describe-uses.ts'
import { getMediaKind } from './library-files.ts'
import { findMediaFile, listMediaFiles, listMediaKeys, type MediaRow, updateMediaFile } from './store.ts'

export type MediaLibraryService = ReturnType<typeof createMediaLibraryService>

type Dependencies = { database: Database; clock: Clock; files: FileService; audit: AuditService }
type FoundFile = { row: MediaRow; kind: MediaKind }
/** A picture of the library, which anything may refer to by its URL. */
export type MediaPicture = Pick<MediaRow, 'originalName' | 'mimetype' | 'size' | 'width' | 'height'> & {
  url: string
  kind: MediaKind
}

/** Creates the library of the files that staff have uploaded for public pages. */
export function createMediaLibraryService({ database, clock, files, audit }: Dependencies) {
  /** Returns the file at a URL. Throws `notFound`, also for files that the library doesn't have. */
  async function find(db: Queryable, url: string): Promise<FoundFile> {
    const key = url.startsWith(UPLOADS_PREFIX) ? url.slice(UPLOADS_PREFIX.length) : ''
    const kind = getMediaKind(key)
    const row = kind && (await findMediaFile(db, key))
    if (!kind || !row) throw notFound(MESSAGES.notFound)
    return { row, kind }
  }

  /** Returns the picture at a URL that the field at `path` names. Throws `invalid` if the library doesn't have it. */
  async function findPicture(db: Queryable, url: string, path: string): Promise<FoundFile> {
    const file = await findOrUndefined(find(db, url))
    if (!file || file.kind === 'attachment') throw invalidField(path, MESSAGES.notPicture)
    return file
  }

  return {
    /** Returns the picture at a URL that the field at `path` names. Throws `invalid` if the library doesn't have it. */
    async getPicture(db: Queryable, url: string, path = 'url'): Promise<MediaPicture> {
      const { row, kind } = await findPicture(db, url, path)
      return { ...row, url, kind }
    },

    /** Lists files, pictures first and the newest of them first. */
    async list({ page, search, kind, unused }: MediaQuery): Promise<ListPage<MediaFile>> {
      const matching = await listMediaKeys(database.read, { kinds: kind === '' ? MEDIA_KINDS : [kind], search })
      const unreferenced = unused ? await files.findUnreferenced(matching) : undefined
      const keys = unreferenced ? matching.filter((key) => unreferenced.has(key)) : matching
      const { limit, offset } = toRowRange(page, MEDIA_PER_PAGE)
      const shown = keys.slice(offset, offset + limit)
      const rows = new Map((await listMediaFiles(database.read, shown)).map((row) => [row.key, row]))
      const items = shown.flatMap((key) => {
        const row = rows.get(key)
        const kind = getMediaKind(key)
        return row && kind ? toMediaFile({ row, kind }) : []
      })
      return { items, pagination: toPagination(page, MEDIA_PER_PAGE, keys.length) }
    },

    /**
     * Lists where a file is used, also by drafts and versions, and where the caller can't replace it. Throws `notFound`.
     */
    async listUses(url: string, caller: Caller): Promise<MediaUse[]> {
      const { row } = await find(database.read, url)
      return describeUses(database.read, await files.listReferences(row.key), caller)
    },

    /** Describes uses by their ids, whether they still exist or not. Throws `invalid` for an unknown id. */
    async describeUses(ids: readonly string[], caller: Caller): Promise<MediaUse[]> {
      const references = ids.map((id, index) => {
        const reference = toReference(id)
        if (!reference) throw invalidField(`uses.${index}`, MESSAGES.unknownUse)
        return reference
      })
      return describeUses(database.read, references, caller)
    },

    /**
     * Prepares a picture to take the place of another one: it is kept if that one was, and gets a name and a description.
     * Returns both. Throws `notFound`, `invalid` for a picture that doesn't fit.
     */
    async prepareReplacement(
      { db }: Transaction,
      { url, newUrl, name, altText }: Omit<MediaReplacement, 'uses'>,
    ): Promise<{ former: MediaFile; file: MediaFile }> {
      const former = await find(db, url)
      if (url === newUrl) throw invalidField('newUrl', MESSAGES.sameFile)
      const { row, kind } = await findPicture(db, newUrl, 'newUrl')
      if (!REPLACING_KINDS[former.kind].includes(kind)) throw invalidField('newUrl', MESSAGES.cannotReplace)
      const change = {
        originalName: name === undefined ? row.originalName : cleanFileName(name),
        altText: altText ?? row.altText,
        isKept: row.isKept || former.row.isKept,
      }
      await updateMediaFile(db, row.key, change)
      return { former: toMediaFile(former), file: toMediaFile({ row: { ...row, ...change }, kind }) }
    },

    /** Sets the description of a file that comes along when it is chosen. Throws `notFound`. */
    async setAltText({ url, altText }: AltTextChange, actor: Actor): Promise<MediaFile> {
      return database.write(async (transaction) => {
        const { row, kind } = await find(transaction.db, url)
        await updateMediaFile(transaction.db, row.key, { altText })
        await audit.record(transaction, { actor, action: 'file.describe', target: row.originalName })
        return toMediaFile({ row: { ...row, altText }, kind })
      })
    },

    /**
     * Deletes a file. Throws `notFound`, and `conflict` if something refers to it, or it was uploaded within a day: whoever
     * is about to use it may not have saved yet.
     */
    async remove(url: string, actor: Actor): Promise<void> {
      const keys = await database.write(async (transaction) => {
        const { row, kind } = await find(transaction.db, url)
        if (await files.isReferenced(transaction, row.key)) throw conflict(MESSAGES.isUsed)
        if (Date.parse(row.createdAt) > clock.now().getTime() - DAY_MS) throw conflict(MESSAGES.isRecent)
        const removed = kind === 'screenshot' ? [row.key, toSmallScreenshot(row.key)] : [row.key]
        for (const key of removed) await files.delete(transaction, key)
        await audit.record(transaction, { actor, action: 'file.remove', target: row.originalName })
        return removed
      })
      for (const key of keys) await files.deleteBytes(key)
    },
  }
}

const toMediaFile = ({ row, kind }: FoundFile): MediaFile => ({
  url: toFileUrl(row.key),
  kind,
  name: row.originalName,
  mimetype: row.mimetype,
  size: row.size,
  width: row.width,
  height: row.height,
  altText: row.altText,
  createdAt: row.createdAt,
  uploadedBy: row.uploadedBy === null ? null : { id: row.uploadedBy, name: row.uploaderName ?? DELETED_USER_NAME },
})
