/** Splits what a vendor typed as running text into a list (decisions §5); trims, drops empties and repeats. */
export const splitWords = (input: string): string[] => [
  ...new Set(
    input
      .split(/[\n\r、，,；;]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]

/** Splits a comma-separated form input; trims, drops empties (spec 2 §5). */
export const splitCommas = (input: string): string[] =>
  input
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter(Boolean)
