import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { editingCalls } from '#contracts/content/calls.ts'
import type { Presence } from '#contracts/content/revision.ts'
import { PRESENCE } from '#contracts/limits.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { call as callServer } from '../../../shared/call.ts'
import { createRandomId } from '../../../shared/random-id.ts'
import { callAdmin } from '../../calls/call.ts'
import { session } from '../../session/session.ts'

type OpenDocument = { kind: DocumentKind; version: number; canEdit: boolean }

/** Reports every 15 seconds that a document is open here. Returns who else has it open and whether it was saved. */
export function usePresence({ kind, version, canEdit }: OpenDocument): Presence | undefined {
  const [editor] = useState(createRandomId)
  const { data } = useQuery({
    queryKey: ['presence', kind, editor],
    queryFn: async () =>
      (await callAdmin(editingCalls.beat, { params: { kind }, body: { editor, revision: version } })).data,
    enabled: canEdit,
    refetchInterval: PRESENCE.heartbeatMs,
    // A tab behind another has the document open all the same.
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })

  useEffect(() => {
    if (!canEdit) return
    const sendLeave = () => {
      // Who has signed out is forgotten by the server in a moment.
      if (session.token())
        void callServer(editingCalls.leave, { params: { kind }, query: { editor }, keepalive: true }).catch(
          () => undefined,
        )
    }
    window.addEventListener('pagehide', sendLeave)
    return () => {
      window.removeEventListener('pagehide', sendLeave)
      sendLeave()
    }
  }, [canEdit, kind, editor])

  return data
}
