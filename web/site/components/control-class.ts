/**
 * The classes of inputs, selects and text areas. A separate module, so that the header's search doesn't import the form
 * components. The margin keeps the error below a field in view if the field is focused.
 */
export const CONTROL_CLASS =
  'block min-h-11 w-full scroll-mb-16 rounded-lg border border-control bg-surface px-3.5 py-2 text-ink placeholder:text-muted hover:border-indigo aria-invalid:border-danger disabled:opacity-60'
