/** Splits a vendor's free text into a list; trims entries, and drops empty and repeated ones. */
export const splitWords = (input: string): string[] => [
  ...new Set(
    input
      .split(/[\n\r、，,；;]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]

/** Splits comma-separated form input; trims entries, and drops empty ones. */
export const splitCommas = (input: string): string[] =>
  input
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter(Boolean)
