import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Authorship } from '#contracts/content/revision.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import type { Shortlist } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import type { Versions } from '../../../shared/versioned/merge-additions.ts'
import { isSame, mergeVersions } from '../../../shared/versioned/three-way.ts'
import { useToast } from '../../components/toast.tsx'
import { type ShortlistForm, toShortlistForm, toShortlistUpdate } from './shortlist-form.ts'
import { memberShortlistQuery, SHORTLIST_READS } from './shortlist-queries.ts'

type ShortlistConflict = {
  versions: Versions<ShortlistForm>
  newest: Shortlist
  /** Who saved `newest`; `undefined` if that couldn't be read. */
  authorship: Authorship | undefined
}
/** A form's value, and the version that a save of it replaces. */
type ShortlistSave = { mine: ShortlistForm; replaced: Shortlist }
type SaveShortlistOptions = { base: Shortlist; userId: string; readFields: () => ShortlistForm; onSaved: () => void }

const readAuthorship = (id: string): Promise<Authorship | undefined> =>
  call(shortlistCalls.getAuthorship, { params: { id } }).then(
    ({ data }) => data,
    () => undefined,
  )

/**
 * Returns a mutation that saves a form's value, and a function that calls it with the current fields. If a newer
 * version was saved meanwhile, both are merged; if both changed the same field, they are returned as `conflict`
 * instead.
 */
export function useSaveShortlist({ base, userId, readFields, onSaved }: SaveShortlistOptions) {
  const { id } = base
  const client = useQueryClient()
  const showToast = useToast()
  const [conflict, setConflict] = useState<ShortlistConflict | null>(null)
  /** The last save, if the owner edited the fields while it was in flight: they stay, and are based on it. */
  const [earlierSave, setEarlierSave] = useState<{ submitted: ShortlistForm; stored: Shortlist } | null>(null)

  const update = (form: ShortlistForm, version: number) =>
    call(shortlistCalls.update, { params: { id }, body: toShortlistUpdate(form), version })

  async function updateOrMerge({ mine, replaced }: ShortlistSave) {
    try {
      return await update(mine, replaced.version)
    } catch (error) {
      if (!isCallError(error) || error.status !== 412) throw error
    }
    const { data: newest } = await client.fetchQuery(memberShortlistQuery(id, userId))
    const versions = { base: toShortlistForm(replaced), mine, theirs: toShortlistForm(newest) }
    const { merged, hasConflict } = mergeVersions(versions)
    if (!hasConflict) return update(merged, newest.version)
    setConflict({ versions, newest, authorship: await readAuthorship(id) })
    return undefined
  }

  const saveMutation = useMutation({
    mutationFn: updateOrMerge,
    onMutate: readFields,
    onSuccess(reply, _variables, submitted) {
      if (!reply) return undefined
      setConflict(null)
      client.setQueryData(memberShortlistQuery(id, userId).queryKey, reply)
      if (isSame(readFields(), submitted)) onSaved()
      else setEarlierSave({ submitted, stored: reply.data })
      showToast(reply.message ?? '', 'success')
      return invalidate(client, ...SHORTLIST_READS)
    },
  })

  function saveFields() {
    if (!earlierSave) return saveMutation.mutate({ mine: readFields(), replaced: base })
    const { submitted, stored } = earlierSave
    const versions = { base: submitted, mine: readFields(), theirs: toShortlistForm(stored) }
    return saveMutation.mutate({ mine: mergeVersions(versions).merged, replaced: stored })
  }

  return { saveMutation, saveFields, conflict, closeConflict: () => setConflict(null) }
}
