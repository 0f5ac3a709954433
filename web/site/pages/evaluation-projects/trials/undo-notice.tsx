/** What was just done, and what takes it back. */
export type Undo = { text: string; run: () => void }

/** Says what was taken out, with the way to take it back. */
export const UndoNotice = ({ undo }: { undo: Undo | null }) => (
  <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-muted empty:hidden">
    {undo && (
      <>
        {undo.text}
        <button type="button" className="min-h-11 text-indigo underline" onClick={undo.run}>
          撤销
        </button>
      </>
    )}
  </p>
)
