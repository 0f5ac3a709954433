/** The description of the last action, and the function that undoes it. */
export type Undo = { text: string; run: () => void }

/** Reports a removal, with a button to undo it. */
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
