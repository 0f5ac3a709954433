import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Presence } from '#contracts/content/revision.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { callApi } from '../../../shared/api.ts'
import { callData } from '../../calls/call.ts'
import { session } from '../../session/session.ts'

type OpenDocument = { kind: DocumentKind; version: number; canEdit: boolean }

/** Says every 15 seconds that a document is open here, and hears who else has it open and whether it was saved. */
export function usePresence({ kind, version, canEdit }: OpenDocument): Presence | undefined {
  const path = fillPath(ADMIN_API.presence, { kind })
  const { data } = useQuery({
    queryKey: ['presence', kind],
    queryFn: () => callData<Presence>(path, { method: 'POST', body: { revision: version } }),
    enabled: canEdit,
    refetchInterval: PRESENCE.beatMs,
    retry: false,
    gcTime: 0,
  })

  useEffect(() => {
    if (!canEdit) return
    const leave = () => {
      // Who has signed out is forgotten by the server in a moment.
      if (session.token()) void callApi(path, { method: 'DELETE', keepalive: true }).catch(() => undefined)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [canEdit, path])

  return data
}
