import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { editingCalls } from '#contracts/content/calls.ts'
import type { Presence } from '#contracts/content/revision.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { call as callServer } from '../../../shared/call.ts'
import { call } from '../../calls/call.ts'
import { useDocumentKind, useEditor, useEditorState } from '../../editors/editor-context.tsx'
import { session } from '../../session/session.ts'

/** Says every 15 seconds that the document is open here, and hears who else has it open and whether it was saved. */
export function usePresence(): Presence | undefined {
  const kind = useDocumentKind()
  const { canEdit } = useEditor()
  const revision = useEditorState((state) => state.loaded.version)
  const { data } = useQuery({
    queryKey: ['presence', kind],
    queryFn: async () => (await call(editingCalls.beat, { params: { kind }, body: { revision } })).data,
    enabled: canEdit,
    refetchInterval: PRESENCE.beatMs,
    retry: false,
    gcTime: 0,
  })

  useEffect(() => {
    if (!canEdit) return
    const leave = () => {
      // Who has signed out is forgotten by the server in a moment.
      if (session.token())
        void callServer(editingCalls.leave, { params: { kind }, keepalive: true }).catch(() => undefined)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [canEdit, kind])

  return data
}
