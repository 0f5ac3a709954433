import { useEffect } from 'react'
import { waitUntilEditorClosed } from '../../../../shared/versioned/editor-lock.ts'
import type { createDraftStorage } from './draft-storage.ts'
import type { ScoreAutosave } from './score-autosave.ts'

/**
 * Adopts the drafts that the judge's other workspaces have left on the device: of closed tabs at once, of open ones as
 * soon as they are closed.
 */
export function useClosedWorkspaces(
  autosave: Pick<ScoreAutosave, 'adopt'>,
  storage: Pick<ReturnType<typeof createDraftStorage>, 'listOtherKeys' | 'read' | 'remove'>,
): void {
  useEffect(() => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    /** The keys of the workspaces whose end is awaited. */
    const awaitedKeys = new Set<string>()

    async function adoptWhenClosed(key: string): Promise<void> {
      awaitedKeys.add(key)
      const isClosed = await waitUntilEditorClosed(key, signal)
      awaitedKeys.delete(key)
      if (isClosed && autosave.adopt(storage.read(key))) storage.remove(key)
    }

    function adoptDrafts(): void {
      for (const key of storage.listOtherKeys()) if (!awaitedKeys.has(key)) void adoptWhenClosed(key)
    }

    adoptDrafts()
    // Another tab has stored drafts. Without locks, open tabs would adopt each other's again and again.
    if (navigator.locks) window.addEventListener('storage', adoptDrafts, { signal })
    return () => lifetime.abort()
  }, [autosave, storage])
}
