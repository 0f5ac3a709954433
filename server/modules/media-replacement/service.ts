import { type MediaUse, OBSTACLE_LABELS } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES as MESSAGES } from '#contracts/media-library/messages.ts'
import type { MediaReplacement, ReplacedUse, ReplacementReport } from '#contracts/media-library/replacement.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MediaLibraryService } from '#server/modules/media-library/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import { createPlaces, type FileReplacement, type PlaceDependencies, type Replacer } from './places.ts'
import { createUrlReplacer } from './replace-url.ts'

export type MediaReplacementService = ReturnType<typeof createMediaReplacementService>

type Dependencies = PlaceDependencies & { library: MediaLibraryService; audit: AuditService }

/** Creates the service that replaces a file of the media library by another wherever it is used now. */
export function createMediaReplacementService({ library, audit, ...dependencies }: Dependencies) {
  const { database } = dependencies
  const places = createPlaces(dependencies)

  /** Replaces a file in one place: a document or product and its draft are saved together. Returns the ids that changed. */
  async function replaceIn(owner: Owner, replacement: FileReplacement): Promise<string[]> {
    const changed = await places[owner.place](owner.id, replacement)
    return changed.map((place) => (place === 'draft' ? toDraftId(owner) : `${place}:${owner.id}`))
  }

  /** Returns what came of a place. Unexpected errors are thrown. */
  const tryReplaceIn = (owner: Owner, replacement: FileReplacement): Promise<Outcome> =>
    replaceIn(owner, replacement).then(
      (changed) => ({ changed }),
      (error: unknown) => ({ changed: [], failure: describeFailure(error) }),
    )

  return {
    /**
     * Replaces a file in the given uses, each in a transaction of its own with the ordinary save, so that what can't be
     * saved keeps no other from being replaced. Returns the result of each. Earlier versions keep the former file. Throws
     * `notFound`, and `invalid` for a picture that doesn't fit.
     */
    async replace({ uses: ids, ...input }: MediaReplacement, user: Replacer): Promise<ReplacementReport> {
      const { url, newUrl } = input
      const described = await library.describeUses(ids, user)
      const { former, file } = await database.write((transaction) => library.prepareReplacement(transaction, input))
      const replacement = { url, newUrl, change: createUrlReplacer({ url, by: file }), user }
      const outcomes = new Map<string, Outcome>()
      try {
        for (const use of described) {
          const owner = findOwner(use)
          if (owner && use.obstacle === null && !outcomes.has(toKey(owner)))
            outcomes.set(toKey(owner), await tryReplaceIn(owner, replacement))
        }
      } finally {
        const detail = describeReplacement(input, listReplaced(described, outcomes))
        await database.write((transaction) =>
          audit.record(transaction, { actor: user, action: 'file.replace', target: former.name, detail }),
        )
      }
      return { file, uses: described.map((use) => toResult(use, outcomes)) }
    },
  }
}

/** What is saved as a whole: a document, a product, or any other place. */
type Owner = { place: keyof ReturnType<typeof createPlaces>; id: string }
/** The ids of the uses that changed, and why none did. */
type Outcome = { changed: readonly string[]; failure?: string }

const PRODUCT_DRAFT = 'product:'

/** Returns what is saved to change a use; `undefined` for history. */
function findOwner({ place, id: useId }: MediaUse): Owner | undefined {
  const id = useId.slice(place.length + 1)
  if (place === 'version' || place === 'former-value') return undefined
  if (place !== 'draft') return { place, id }
  return id.startsWith(PRODUCT_DRAFT)
    ? { place: 'product', id: id.slice(PRODUCT_DRAFT.length) }
    : { place: 'document', id }
}

const toKey = ({ place, id }: Owner): string => `${place}:${id}`

const toDraftId = ({ place, id }: Owner): string => `draft:${place === 'product' ? PRODUCT_DRAFT : ''}${id}`

function toResult({ id, place, name, path, ...use }: MediaUse, outcomes: ReadonlyMap<string, Outcome>): ReplacedUse {
  const result = { id, place, name, path }
  if (use.obstacle !== null) return { ...result, outcome: 'failed', reason: OBSTACLE_LABELS[use.obstacle] }
  const owner = findOwner({ id, place, name, path, ...use })
  const outcome = owner && outcomes.get(toKey(owner))
  if (outcome?.failure !== undefined) return { ...result, outcome: 'failed', reason: outcome.failure }
  return outcome?.changed.includes(id)
    ? { ...result, outcome: 'replaced', reason: '' }
    : { ...result, outcome: 'unchanged', reason: MESSAGES.noLongerUsed }
}

/** Returns why a save failed, for whoever made it. Throws errors that aren't theirs. */
function describeFailure(error: unknown): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  if (error.code === 'versionConflict') return MESSAGES.changedMeanwhile
  const [field] = error.fieldErrors ?? []
  return field && field.message !== error.message
    ? `${error.message}（${field.path}：${field.message}）`
    : error.message
}

const listReplaced = (uses: readonly MediaUse[], outcomes: ReadonlyMap<string, Outcome>): ReplacedUse[] =>
  uses.map((use) => toResult(use, outcomes)).filter(({ outcome }) => outcome === 'replaced')

const describeReplacement = ({ url, newUrl }: Omit<MediaReplacement, 'uses'>, replaced: readonly ReplacedUse[]) =>
  [`${url} → ${newUrl}`, replaced.length === 0 ? '没有替换任何一处' : replaced.map(({ name }) => name).join('、')].join(
    '；',
  )
