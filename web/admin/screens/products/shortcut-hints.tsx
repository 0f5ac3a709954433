/** The keyboard shortcuts of bulk actions, shown on devices with a keyboard. */
export const ShortcutHints = () => (
  <p className="pb-3 text-sm text-muted max-md:hidden">
    选择产品后，按 <kbd>B</kbd> 到批量操作；批量操作后，按 <kbd>U</kbd> 撤销。
  </p>
)
