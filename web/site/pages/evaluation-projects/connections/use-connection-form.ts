import { useState } from 'react'
import type { Connection, LastProbe } from '#contracts/agents/connection.ts'
import { findFieldMessage, getFieldErrors, isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { useUnsavedEdits } from '../../../components/use-unsaved-edits.ts'
import { type ConnectionDraft, createDraft, toDraft, toSave } from './connection-draft.ts'
import { useReloadConnections } from './connection-queries.ts'
import type { ConnectionTarget } from './connection-target.ts'

const DEFAULT_QUESTION = '你好，请介绍一下你能做什么。'

type Options = { target: ConnectionTarget; initial: Connection | undefined }

export type ConnectionForm = ReturnType<typeof useConnectionForm>

/** Returns the edited connection and functions to change, save and try it. It is saved before it is tried. */
export function useConnectionForm({ target, initial }: Options) {
  const [stored, setStored] = useState(initial)
  const [draft, setDraft] = useState(() => (initial ? toDraft(initial) : createDraft()))
  const [saved, setSaved] = useState(draft)
  const [question, setQuestion] = useState(initial?.lastProbe?.message ?? DEFAULT_QUESTION)
  const [lastProbe, setLastProbe] = useState<LastProbe | null>(initial?.lastProbe ?? null)
  const reload = useReloadConnections()
  const isDirty = draft !== saved || !stored
  useUnsavedEdits(draft !== saved)

  /** Saves what has changed. Somebody's change in another window is shown once, and then overwritten. */
  async function save(): Promise<Connection> {
    if (stored && !isDirty) return stored
    try {
      const connection = await target.save(toSave(draft), stored?.version)
      const sent = { ...toDraft(connection) }
      setStored(connection)
      setSaved(sent)
      setDraft(sent)
      return connection
    } catch (error) {
      if (isCallError(error) && error.status === 412) setStored((await target.load()) ?? stored)
      throw error
    }
  }

  /** Asks the question. The outcome is stored with the connection, also that of a failure. */
  async function probe(): Promise<void> {
    await target.probe(question).catch((error: unknown) => {
      if (!isCallError(error) || error.status !== 400 || getFieldErrors(error).length > 0) throw error
    })
    setLastProbe((await target.load())?.lastProbe ?? null)
  }

  const { mutate, isPending, variables, error } = useMutation({
    async mutationFn(act: 'save' | 'probe') {
      await save()
      if (act === 'probe') await probe()
    },
    onSettled: reload,
  })

  return {
    draft,
    change(changes: Partial<ConnectionDraft>): void {
      setDraft((current) => ({ ...current, ...changes }))
    },
    stored,
    isDirty,
    question,
    setQuestion,
    lastProbe,
    save: (onSuccess: () => void) => mutate('save', { onSuccess }),
    probe: () => mutate('probe'),
    isSaving: isPending && variables === 'save',
    isProbing: isPending && variables === 'probe',
    error,
    /** Returns the message of a field that the server rejected. */
    getError: (path: string): string | undefined => findFieldMessage(error, path),
    /** Why the last attempt failed, if it isn't about a field. */
    failure: error && getFieldErrors(error).length === 0 ? toErrorMessage(error) : undefined,
    fieldErrors: getFieldErrors(error),
  }
}
