import type { Authorship } from '#contracts/content/revision.ts'
import { SUBMISSION_REVIEW_CHECKS, type SubmissionReviewCheck } from '#contracts/submission-review/checks.ts'
import type {
  SubmissionDecision,
  SubmissionNotes,
  SubmissionRecord,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import type { Edits } from '../../../shared/versioned/edits.ts'
import { createFieldEdits, createInMemoryFields, type Versioned } from '../../../shared/versioned/edits.ts'
import type { SaveController } from '../../../shared/versioned/save-controller.ts'
import { createSaveController } from '../../../shared/versioned/save-controller.ts'
import type { SaveState } from '../../../shared/versioned/save-state.ts'
import { mergeVersions } from '../../../shared/versioned/three-way.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { pickChangedFields } from '../../versioned/pick-changed-fields.ts'

const SAVE_DEBOUNCE_MS = 800

type AutosaveInput<Value> = {
  controller: Pick<SaveController<Value>, 'get' | 'save' | 'mergeLatest'>
  edits: Pick<Edits<Value>, 'get'>
}

/** Creates an autosave, which saves a form when editing pauses, unless there is an unresolved conflict. */
function createAutosave<Value>({ controller, edits }: AutosaveInput<Value>) {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Saves all edits, including those made during the save. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    while (edits.get().isDirty && controller.get().unmerged === null) {
      await controller.save()
      if (controller.get().notice?.kind !== 'success') return
    }
  }

  return {
    flush,

    /** Schedules a save. Must be called after each edit. */
    schedule(): void {
      const { unmerged } = controller.get()
      // The edit may have resolved the conflict, by reverting our change or by making the same one.
      if (unmerged) controller.mergeLatest(unmerged)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), SAVE_DEBOUNCE_MS)
    },
  }
}

/**
 * A reviewer's notes on a submission. Checklist items are independent, so that those of two reviewers can be merged.
 */
export type Notes = {
  vendorNotes: string
  reviewNotes: string
  checks: Readonly<Record<SubmissionReviewCheck, boolean>>
}

export type NotesStatus = 'clean' | 'typing' | 'saving' | 'saved' | 'conflict' | 'failed'
type NotesView = Pick<SaveState<Notes>, 'conflict'> & {
  value: Notes
  status: NotesStatus
  /** The error of the last save. */
  failure: string
}
export type NotesForm = ReturnType<typeof createNotesForm>

export type NotesCalls = {
  save(notes: SubmissionNotes): Promise<SubmissionRecord>
  load(): Promise<SubmissionRecord>
  loadAuthorship(): Promise<Authorship>
}

const CHECKS = Object.keys(SUBMISSION_REVIEW_CHECKS).filter(
  (check): check is SubmissionReviewCheck => check in SUBMISSION_REVIEW_CHECKS,
)
/** Lists the ticked checks. */
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

/** Loads and saves the notes. Sends only changed fields, so that another reviewer's texts in other fields stay. */
function createResource({ save, load, loadAuthorship }: NotesCalls): VersionedResource<Notes> {
  return {
    read: async () => toVersioned(await load()),
    readAuthorship: loadAuthorship,
    async save(notes, { value, version }) {
      const { checks, ...texts } = pickChangedFields(value, notes)
      const saved = await save({ version, ...texts, ...(checks ? { checklist: getChecklist(notes) } : {}) })
      return { ...toVersioned(saved), message: '' }
    },
    savedMessage: '',
    getErrorMessage: (error) => toErrorMessage(error, MESSAGES.notesFailed),
  }
}

/**
 * Creates the form of a submission's notes, which are saved when typing pauses. Another reviewer's notes are merged in;
 * if both changed the same text, nothing is saved until the conflict is resolved.
 */
export function createNotesForm(record: SubmissionRecord, calls: NotesCalls) {
  const listeners = new Set<() => void>()
  const initial = toVersioned(record)
  const fields = createInMemoryFields(initial.value)
  const edits = createFieldEdits(initial, fields)
  const controller = createSaveController<Notes>({
    binding: { edits, setErrors: () => false },
    resource: createResource(calls),
    autoMerge: true,
  })
  const autosave = createAutosave({ controller, edits })
  let view = getView()
  for (const source of [controller, edits])
    source.subscribe(() => {
      view = getView()
      for (const listener of listeners) listener()
    })

  function getView(): NotesView {
    const { conflict, notice } = controller.get()
    return { conflict, value: fields.read(), status: getStatus(), failure: notice?.text ?? '' }
  }

  function getStatus(): NotesStatus {
    const { unmerged, activity, notice } = controller.get()
    if (activity === 'saving') return 'saving'
    if (unmerged) return 'conflict'
    if (notice?.kind === 'failure') return 'failed'
    if (edits.get().isDirty) return 'typing'
    return notice ? 'saved' : 'clean'
  }

  return {
    get: () => view,
    hasUnsavedChanges: () => edits.get().isDirty,
    save: autosave.flush,
    compare: controller.compare,
    closeConflict: controller.closeConflict,
    saveMerged: controller.saveMerged,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    change(values: Partial<Notes>): void {
      fields.write({ ...fields.read(), ...values })
      edits.recordChange()
      autosave.schedule()
    },

    /** Merges the latest version, which was loaded elsewhere. */
    mergeLatest(latest: SubmissionRecord): void {
      controller.mergeLatest(toVersioned(latest))
      if (edits.get().isDirty) autosave.schedule()
    },

    /** Saves the notes and returns them for a decision; `undefined` while there is a conflict. */
    async prepareDecision(): Promise<Omit<SubmissionDecision, 'status'> | undefined> {
      await autosave.flush()
      if (controller.get().unmerged) return undefined
      const { reviewNotes, vendorNotes } = fields.read()
      return { version: edits.get().loaded.version, reviewNotes, vendorNotes }
    },

    /** Applies the notes that were saved with a decision, which may contain more than the form has. */
    acceptDecision(after: SubmissionRecord, { reviewNotes, vendorNotes }: Omit<SubmissionDecision, 'status'>): void {
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
