/** The look of inputs, selects and text areas. The search in the header needs it, and nothing else of a form's field. */
export const CONTROL_CLASS =
  'block min-h-11 w-full rounded-lg border border-control bg-surface px-3.5 py-2 text-ink placeholder:text-muted hover:border-indigo aria-invalid:border-danger disabled:opacity-60'
