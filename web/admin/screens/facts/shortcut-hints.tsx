/** The keyboard shortcuts of the list, shown on devices with a keyboard. */
export const ShortcutHints = ({ canEdit }: { canEdit: boolean }) => (
  <p className="pb-3 text-sm text-muted max-md:hidden">
    按 <kbd>J</kbd>、<kbd>K</kbd> 或 <kbd>↓</kbd>、<kbd>↑</kbd> 移动，
    {canEdit && (
      <>
        <kbd>C</kbd> 确认，<kbd>U</kbd> 撤销上一次确认，
      </>
    )}
    <kbd>Enter</kbd> {canEdit ? '修改' : '查看'}，<kbd>O</kbd> 打开来源
    {canEdit && (
      <>
        ，<kbd>N</kbd> 下一批
      </>
    )}
    。
  </p>
)
