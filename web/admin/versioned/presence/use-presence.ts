import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { editingCalls } from '#contracts/content/calls.ts'
import type { Presence } from '#contracts/content/revision.ts'
import { PRESENCE } from '#contracts/limits.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { call as callServer } from '../../../shared/call.ts'
import { keyOf } from '../../../shared/call-query.ts'
import { createRandomId } from '../../../shared/random-id.ts'
import { callAdmin } from '../../calls/call.ts'
import { session } from '../../session/session.ts'

type OpenDocument = { kind: DocumentKind; version: number; canEdit: boolean }

/** Sends a heartbeat for an open document. Returns who else has it open and whether a newer version was saved. */
export function usePresence({ kind, version, canEdit }: OpenDocument): Presence | undefined {
  const [editorId] = useState(createRandomId)
  const { data } = useQuery({
    // Not `queryOf`: the same query goes on when the version changes.
    queryKey: keyOf(editingCalls.sendHeartbeat, { params: { kind } }, editorId),
    queryFn: async () =>
      (await callAdmin(editingCalls.sendHeartbeat, { params: { kind }, body: { editor: editorId, revision: version } }))
        .data,
    enabled: canEdit,
    refetchInterval: PRESENCE.heartbeatMs,
    // A background tab has the document open, too.
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })

  useEffect(() => {
    if (!canEdit) return
    const sendLeave = () => {
      // After a sign-out the request would be rejected; the server drops the presence when it expires.
      if (session.getToken())
        void callServer(editingCalls.leave, { params: { kind }, query: { editor: editorId }, keepalive: true }).catch(
          () => undefined,
        )
    }
    window.addEventListener('pagehide', sendLeave)
    return () => {
      window.removeEventListener('pagehide', sendLeave)
      sendLeave()
    }
  }, [canEdit, kind, editorId])

  return data
}
