/** What an editor edits: a content document, or one product. The parts of an editor know it by this alone. */
import type { FieldError } from '#contracts/errors.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { PreviewMessage } from '../../shared/preview-message.ts'
import type { Loaded } from './editor-store.ts'
import type { Json } from './json-path.ts'

export type Subject = {
  /** Names it among the drafts, and among what is unsaved. */
  key: string
  /** Which document it is; `null` for a product, which has no history, no JSON mode and no presence. */
  kind: DocumentKind | null
  load(): Promise<Loaded>
  /** Saves over a revision. Throws 412 where there is a newer one. Gives what the server keeps, and what it says. */
  save(document: Json, over: number): Promise<Saved>
  /** What the server would refuse, by field, without asking it. Takes what was loaded, too. */
  faultsOf(document: Json, loaded: Json): FieldError[]
  /** What was read from a file or a text, in the words that the form knows. */
  inOurWords(document: Json): Json
  preview: {
    /** The page that is opened in the frame. */
    path: string
    /** What the page is to show; `undefined` where the document is not valid. */
    messageFor(document: Json): PreviewMessage | undefined
  }
  sentences: {
    saved: string
    saveFailed(error: unknown): string
    reloadFailed(error: unknown): string
    /** The newer version, with which edits are to be compared, can't be had. */
    newerFailed(error: unknown): string
  }
}

/** `id` is that of a thing that was made by the save. */
export type Saved = Loaded & { message: string | undefined; id?: string }
