/** The state of the facts form: facts, errors, and the default source of new facts. */
import type { FieldError } from '#contracts/errors.ts'
import { createFieldEdits, createInMemoryFields, type Versioned } from '../../../shared/versioned/edits.ts'
import type { FactDraft, FactDrafts, FactSource } from './fact-drafts.ts'

export type FactForm = ReturnType<typeof createFactForm>

const NEW_DRAFT = { id: '', value: null, isComplete: false } as const
const NO_DRAFTS: readonly FactDraft[] = []

/** Creates the form state. `initialSource` is the default source of new facts until another one is set. */
export function createFactForm(initial: Versioned<FactDrafts>, initialSource: FactSource) {
  const listeners = new Set<() => void>()
  const fields = createInMemoryFields(initial.value)
  const edits = createFieldEdits(initial, fields)
  let errors: ReadonlyMap<string, string> = new Map()
  let defaultSource = initialSource

  function setErrorMap(next: ReadonlyMap<string, string>) {
    errors = next
    for (const listener of listeners) listener()
  }

  function setDrafts(attribute: string, drafts: readonly FactDraft[]) {
    const { [attribute]: _, ...others } = fields.read().facts
    fields.write({ facts: drafts.length === 0 ? others : { ...others, [attribute]: drafts } })
    if (errors.size > 0) setErrorMap(new Map([...errors].filter(([path]) => !path.startsWith(`facts.${attribute}.`))))
    edits.recordChange()
  }

  const getDrafts = (attribute: string): readonly FactDraft[] => fields.read().facts[attribute] ?? NO_DRAFTS

  return {
    edits,
    getDrafts,
    getError: (path: string): string | undefined => errors.get(path),
    getDefaultSource: () => defaultSource,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      const unsubscribe = edits.subscribe(listener)
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },

    setDefaultSource(next: FactSource): void {
      defaultSource = next
      for (const listener of listeners) listener()
    },

    /** Changes the fact at an index of an attribute; at the end, adds a fact with the default source. */
    update(attribute: string, index: number, values: Partial<FactDraft>): void {
      const drafts = getDrafts(attribute)
      if (index < drafts.length)
        setDrafts(
          attribute,
          drafts.map((draft, position) => (position === index ? { ...draft, ...values } : draft)),
        )
      else setDrafts(attribute, [...drafts, { ...NEW_DRAFT, ...defaultSource, ...values }])
    },

    add: (attribute: string): void =>
      setDrafts(attribute, [...getDrafts(attribute), { ...NEW_DRAFT, ...defaultSource }]),

    remove: (attribute: string, index: number): void =>
      setDrafts(
        attribute,
        getDrafts(attribute).filter((_, position) => position !== index),
      ),

    /** Shows the first error of each field by path. Returns whether every error belongs to a fact. */
    setErrors(newErrors: readonly FieldError[]): boolean {
      const next = new Map<string, string>()
      for (const { path, message } of newErrors) if (!next.has(path)) next.set(path, message)
      setErrorMap(next)
      return newErrors.every(({ path }) => {
        const [, attribute = '', index = ''] = path.split('.')
        return getDrafts(attribute)[Number(index)] !== undefined
      })
    },
  }
}
