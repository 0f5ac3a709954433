import {
  SUBMISSION_REVIEW_CHECKS,
  type SubmissionNotes,
  type SubmissionRecord,
  type SubmissionReview,
  type SubmissionReviewCheck,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { getFailureMessage } from '../../../shared/call-failure.ts'
import { createFieldEdits, createInMemoryFields, type Versioned } from '../../../shared/versioned/edits.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import { mergeVersions } from '../../../shared/versioned/three-way.ts'
import {
  createVersionedForm,
  type VersionedFormState,
  type VersionedResource,
} from '../../../shared/versioned/versioned-form.ts'
import { createAutosave } from '../../versioned/autosave.ts'

/**
 * A reviewer's notes on a submission. Checklist items are independent, so that those of two reviewers can be merged.
 */
export type Notes = {
  vendorNotes: string
  reviewNotes: string
  checks: Readonly<Record<SubmissionReviewCheck, boolean>>
}

export type NotesStatus = 'clean' | 'typing' | 'saving' | 'saved' | 'contested' | 'failed'
export type NotesView = Pick<VersionedFormState<Notes>, 'conflict'> & {
  value: Notes
  status: NotesStatus
  /** The error of the last save. */
  failure: string
}
export type NotesForm = ReturnType<typeof createNotesForm>

export type NotesCalls = {
  send(notes: SubmissionNotes): Promise<SubmissionRecord>
  reload(): Promise<SubmissionRecord>
}

const CHECKS = Object.keys(SUBMISSION_REVIEW_CHECKS).filter(
  (check): check is SubmissionReviewCheck => check in SUBMISSION_REVIEW_CHECKS,
)
export const getChecklist = ({ checks }: Notes): SubmissionReviewCheck[] => CHECKS.filter((check) => checks[check])

export function getChecks(checklist: readonly string[]): Notes['checks'] {
  const has = (check: SubmissionReviewCheck) => checklist.includes(check)
  return {
    vendor: has('vendor'),
    website: has('website'),
    description: has('description'),
    claims: has('claims'),
    category: has('category'),
    unique: has('unique'),
  }
}

const toVersioned = ({ vendorNotes, reviewNotes, checklist, version }: SubmissionRecord): Versioned<Notes> => ({
  value: { vendorNotes, reviewNotes, checks: getChecks(checklist) },
  version,
})

/** Sends only changed fields, so that another reviewer's texts in other fields stay. */
function createResource({ send, reload }: NotesCalls): VersionedResource<Notes> {
  return {
    read: async () => toVersioned(await reload()),
    async save(notes, { value, version }) {
      const { checks, ...texts } = pickChangedFields(value, notes)
      const saved = await send({ version, ...texts, ...(checks ? { checklist: getChecklist(notes) } : {}) })
      return { ...toVersioned(saved), message: '' }
    },
    savedMessage: '',
    getErrorMessage: (error) => getFailureMessage(error, MESSAGES.notesFailed),
  }
}

/**
 * The notes of a submission, saved when typing pauses. Another reviewer's notes are merged in; a text that both changed
 * waits until the conflict is resolved.
 */
export function createNotesForm(record: SubmissionRecord, calls: NotesCalls) {
  const listeners = new Set<() => void>()
  const first = toVersioned(record)
  const fields = createInMemoryFields(first.value)
  const edits = createFieldEdits(first, fields)
  const form = createVersionedForm<Notes>({
    binding: { edits, setErrors: () => false },
    resource: createResource(calls),
    autoMerge: true,
  })
  const autosave = createAutosave({ form, edits })
  let view = currentView()
  for (const part of [form, edits])
    part.subscribe(() => {
      view = currentView()
      for (const listener of listeners) listener()
    })

  function currentView(): NotesView {
    const { conflict, notice } = form.get()
    return { conflict, value: fields.read(), status: statusNow(), failure: notice?.text ?? '' }
  }

  function statusNow(): NotesStatus {
    const { newer, activity, notice } = form.get()
    if (activity === 'saving') return 'saving'
    if (newer) return 'contested'
    if (notice?.kind === 'failure') return 'failed'
    if (edits.get().isDirty) return 'typing'
    return notice ? 'saved' : 'clean'
  }

  return {
    get: () => view,
    hasUnsaved: () => edits.get().isDirty,
    save: autosave.flush,
    compare: form.compare,
    closeConflict: form.closeConflict,
    saveMerged: form.saveMerged,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    change(part: Partial<Notes>): void {
      fields.show({ ...fields.read(), ...part })
      edits.edited()
      autosave.edited()
    },

    /** Merges a newer version that was loaded elsewhere. */
    mergeLatest(latest: SubmissionRecord): void {
      form.openConflict(toVersioned(latest))
      if (edits.get().isDirty) autosave.edited()
    },

    /** Saves the notes and returns them for a verdict; `undefined` while there is a conflict. */
    async prepareVerdict(): Promise<Omit<SubmissionReview, 'status'> | undefined> {
      await autosave.flush()
      if (form.get().newer) return undefined
      const { reviewNotes, vendorNotes } = fields.read()
      return { version: edits.get().loaded.version, reviewNotes, vendorNotes }
    },

    /** Applies the notes that were saved with a verdict, which may contain more than the form. */
    acceptVerdict(after: SubmissionRecord, { reviewNotes, vendorNotes }: Omit<SubmissionReview, 'status'>): void {
      const { value, version } = toVersioned(after)
      const { value: base } = edits.get().loaded
      const stored = {
        ...value,
        reviewNotes: reviewNotes ?? base.reviewNotes,
        vendorNotes: vendorNotes ?? base.vendorNotes,
      }
      const { merged } = mergeVersions({ base, mine: fields.read(), theirs: stored })
      edits.rebase({ value: stored, version }, merged)
      void autosave.flush()
    },
  }
}
